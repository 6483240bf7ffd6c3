import { fold } from "@kith/filter";

const MAX_WORDS = 10;
/** A shorter beginning would match a large part of all words. */
const SHORTEST_BEGINNING = 2;

/**
 * A text as a query on the words of messages: all of them, next to each other, and the last one may go on. Undefined for a text without a
 * letter or digit. The words are those of `message_words` in 0048_inbox.sql.
 */
export function wordsQuery(text: string): string | undefined {
  const words = wordsOf(text);
  const last = words.at(-1);
  return last === undefined ? undefined : `${phrase(words)}${last.length >= SHORTEST_BEGINNING ? ":*" : ""}`;
}

/** The same with the last word as it is, such as the end of an address. */
export function phraseQuery(text: string): string | undefined {
  const words = wordsOf(text);
  return words.length === 0 ? undefined : phrase(words);
}

const wordsOf = (text: string) =>
  fold(text)
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean)
    .slice(0, MAX_WORDS);

const phrase = (words: string[]) => words.map((word) => `'${word}'`).join(" <-> ");
