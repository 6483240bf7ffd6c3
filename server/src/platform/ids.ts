import { z } from "zod";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** The alphabet as a pattern: short, because it is in every schema that a model reads. */
const LETTERS = "[0-9a-hjkmnp-tv-z]";
const TEXT_LENGTH = 26;

// A list shows hundreds of ids. Read by tables, and written two letters at a time, an id takes a third of the time that it takes with
// parseInt (bench:records, get and list cpu).
const PAIRS = Array.from({ length: 1024 }, (_, bits) => ALPHABET.charAt(bits >> 5) + ALPHABET.charAt(bits & 31));
const DIGIT_BY_CODE = Array.from({ length: 128 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16));
const LETTER_BY_CODE = Array.from({ length: 128 }, (_, code) => ALPHABET.indexOf(String.fromCharCode(code)));
const PLACES_OF_DIGITS = Array.from("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx").flatMap((letter, at) => (letter === "x" ? at : []));

/** UUID to the 26 lower-case characters shown outside. No i, l, o or u, so ids can be read aloud. */
function encodeUuid(uuid: string): string {
  // 26 × 5 = 130: two leading zero bits, in the first two letters, and then six times twenty bits.
  let text = `${PAIRS[readDigits(uuid, 0, 2)]}`;
  for (let digit = 2; digit < PLACES_OF_DIGITS.length; digit += 5) {
    const bits = readDigits(uuid, digit, 5);
    text += `${PAIRS[Math.floor(bits / 1024)]}${PAIRS[bits % 1024]}`;
  }
  return text;
}

/** The bits of some digits: NaN if one of them is none: there are no letters for that, and the pattern of ids refuses it. */
function readDigits(uuid: string, from: number, count: number): number {
  let bits = 0;
  for (let digit = from; digit < from + count; digit++)
    bits = bits * 16 + (DIGIT_BY_CODE[uuid.charCodeAt(PLACES_OF_DIGITS[digit] ?? NaN)] ?? NaN);
  return bits;
}

/** Only for text that has the form of an id. */
function decodeUuid(text: string): string {
  let hex = readLetters(text, 0, 2).toString(16).padStart(2, "0");
  for (let letter = 2; letter < TEXT_LENGTH; letter += 4) hex += readLetters(text, letter, 4).toString(16).padStart(5, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function readLetters(text: string, from: number, count: number): number {
  let bits = 0;
  for (let letter = from; letter < from + count; letter++) bits = bits * 32 + (LETTER_BY_CODE[text.charCodeAt(letter)] ?? NaN);
  return bits;
}

/** An id: a UUID inside the service, `prefix_…` outside. */
export function id(prefix: string, what: string) {
  const one = `${/^[aeiou]/.test(what) ? "an" : "a"} ${what}`;
  const text = z
    .string()
    .regex(new RegExp(`^${prefix}_[0-7]${LETTERS}{${TEXT_LENGTH - 1}}$`), `Expected the id of ${one}, which starts with ${prefix}_.`)
    .describe(`Id of ${one}`);
  const show = (uuid: string) => `${prefix}_${encodeUuid(uuid)}`;
  const codec = z.codec(text, z.string(), {
    decode: (shown) => decodeUuid(shown.slice(prefix.length + 1)),
    encode: show,
  });
  // `show` is for ids from a table, inside values that no schema describes: without the checks of a schema (bench:records, list cpu).
  return Object.assign(codec, { show });
}

/** What one call did, in the event log. Every tool that changes something returns it; undo takes it. */
export const operationId = id("op", "operation");

/** A point in time: a Date inside, ISO 8601 in UTC outside. */
export const time = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString() as never, // z.iso.datetime's output is a plain string
});

/** Bytes, in calls inside the service: what comes from outside is JSON. The cast gives them their type; a JSON Schema has none for them. */
export const bytes = z.unknown().refine((value) => value instanceof Uint8Array, "Expected bytes.") as unknown as z.ZodType<
  Uint8Array,
  Uint8Array
>;

/** An id for examples: right in form, and of nothing. `which` tells several in one example apart. */
export const sampleId = (prefix: string, which = 0) => `${prefix}_01k9y3m5t7v9x1b3d5f7h9jkm${ALPHABET.charAt(which)}`;

/** Shows any id whose kind is only known at run time, as in the event log. */
export const showId = (prefix: string, uuid: string) => `${prefix}_${encodeUuid(uuid)}`;
