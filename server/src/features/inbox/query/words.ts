import { fold } from "@kith/filter";

const MAX_WORDS = 10;
/** A shorter beginning would match a large part of all words. */
const SHORTEST_BEGINNING = 2;

/**
 * A text as a query on the words of messages: all of them, next to each other, and the last one may go on. Undefined for a text without a
 * letter or digit. The words are those of `message_words` in 0048_inbox.sql.
 */
export function wordsQuery(text: string): string | undefined {
  const words = fold(text)
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean)
    .slice(0, MAX_WORDS);
  const last = words.at(-1);
  if (last === undefined) return undefined;
  const quoted = words.map((word) => `'${word}'`);
  if (last.length >= SHORTEST_BEGINNING) quoted[quoted.length - 1] += ":*";
  return quoted.join(" <-> ");
}
