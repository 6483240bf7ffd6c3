import { spellings } from "@kith/filter";

/** A search looks at so many of the records that match, and counts no further. */
export const CANDIDATES = 200;
/** How alike a title and the words must be. "Piotr Novak" and "Piotr Nowak" are at 0.6. */
export const SAME_NAME = 0.5;
export const TRIGRAM = 3;
const MIN_DIGITS = 6;

/** A word too short for trigrams is searched at the start of the title, where an ordinary index helps. */
export const isShort = (word: string) => word.length < TRIGRAM;

/** A name is also found by one who spells it out, and one that was spelled out by one who does not: Krüger, Krueger, Kruger. */
export const spelled = (word: string): string[] => [word, ...spellings(word)];

/** A phone number in any spelling, as the part of it that every spelling has: +353 (0)21 16, 0035321 16 and 021 16. */
export function phoneDigits(query: string): string | undefined {
  if (!/^[+\d][\d\s()./-]*$/.test(query.trim())) return undefined;
  const digits = query.replaceAll("(0)", "").replaceAll(/\D/g, "").replace(/^0+/, "");
  return digits.length >= MIN_DIGITS ? digits : undefined;
}
