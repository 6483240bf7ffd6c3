import { fold } from "@kith/filter";

/** Longer names are compared by their start: the work is the same for every pair. */
const MAX_COMPARED = 80;
const MIN_LIKENESS = 0.8;
/** A shorter name differs too much by one letter. */
const MIN_LETTERS = 5;

/** What kind of firm it is, which people write or leave out. */
const LEGAL_FORMS = new Set(
  "ag bv co company corp corporation doo gmbh inc kg kft limited llc llp ltd mbh nv oy plc pty sa sarl sas sl spa srl sro ug und and the".split(
    " ",
  ),
);

/** A name in one spelling: no accents, no punctuation, no legal form, words in order of the alphabet. "Doe, Jane" is "Jane Doe". */
export function nameKey(name: string): string {
  const words = fold(name.slice(0, MAX_COMPARED))
    .normalize("NFKD")
    .replaceAll(/[\p{M}.'’]/gu, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const distinctive = words.filter((word) => !LEGAL_FORMS.has(word));
  return (distinctive.length > 0 ? distinctive : words).sort().join(" ");
}

/** Whether two names, given as their keys, may be spellings of one: equal, nearly equal, or one with more words than the other. */
export function areAlike(one: string, other: string): boolean {
  if (one === other) return one !== "";
  return hasAllWords(one, other) || hasAllWords(other, one) || isMistyped(one, other);
}

/** At least two: "Jane" alone is anybody. */
function hasAllWords(short: string, long: string): boolean {
  const words = short.split(" ");
  return words.length >= 2 && words.length < long.split(" ").length && words.every((word) => long.split(" ").includes(word));
}

/** Most pairs of neighbouring letters are the same. */
function isMistyped(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < MIN_LETTERS || short.length / long.length < MIN_LIKENESS) return false;
  const left = new Map<string, number>();
  for (let at = 1; at < long.length; at++) left.set(long.slice(at - 1, at + 1), (left.get(long.slice(at - 1, at + 1)) ?? 0) + 1);
  let shared = 0;
  for (let at = 1; at < short.length; at++) {
    const count = left.get(short.slice(at - 1, at + 1)) ?? 0;
    if (count > 0) shared++;
    left.set(short.slice(at - 1, at + 1), count - 1);
  }
  return (2 * shared) / (one.length + other.length - 2) >= MIN_LIKENESS;
}
