/** The zeros of the scripts whose digits are read; nine more digits follow each. */
const ZEROS = [
  0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50, 0x0ed0, 0x1040, 0x17e0, 0xff10,
];

const SPACES = /[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]+/gu;
/** Marks of writing direction and joiners: they come with copied text and mean nothing. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
const LOOKALIKES: Readonly<Record<string, string>> = { "−": "-", "–": "-", "‒": "-", "﹣": "-", "－": "-", "’": "'", ʼ: "'", "`": "'" };
const LOOKALIKE = /[−–‒﹣－’ʼ`]/gu;
const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/gu;

/**
 * The text with one kind of space, hyphen, apostrophe and digit; undefined if it is longer than `limit`. The length is looked at
 * first, so that no reader spends time on a text that cannot be a value.
 */
export function plainText(given: string, limit: number): string | undefined {
  // Twice the limit: spaces around a value do not count, but somebody may send a million of them.
  if (given.length > limit * 2) return undefined;
  const text = given.replaceAll(INVISIBLE, "").replaceAll(SPACES, " ").trim();
  if (text.length > limit) return undefined;
  return text.replaceAll(LOOKALIKE, (mark) => LOOKALIKES[mark] ?? mark).replaceAll(FOREIGN_DIGIT, asciiDigit);
}

function asciiDigit(letter: string): string {
  const code = letter.charCodeAt(0);
  const zero = ZEROS.find((start) => code >= start && code <= start + 9);
  return zero === undefined ? letter : String(code - zero);
}
