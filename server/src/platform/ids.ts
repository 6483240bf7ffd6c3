import { z } from "zod";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** The alphabet as a pattern: short, because it is in every schema that a model reads. */
const LETTERS = "[0-9a-hjkmnp-tv-z]";
const TEXT_LENGTH = 26;

/** Two letters for each ten bits: a list shows a hundred ids, and letter by letter is slower (bench:records, list cpu). */
const PAIRS = Array.from({ length: 1024 }, (_, bits) => ALPHABET.charAt(bits >> 5) + ALPHABET.charAt(bits & 31));

/** UUID to the 26 lower-case characters shown outside. No i, l, o or u, so ids can be read aloud. */
function encodeUuid(uuid: string): string {
  const hex = uuid.replaceAll("-", "");
  // 26 × 5 = 130: two leading zero bits, in the first two letters, and then three times forty bits.
  const first = PAIRS[Number.parseInt(hex.slice(0, 2), 16)];
  return `${first}${fortyBits(hex.slice(2, 12))}${fortyBits(hex.slice(12, 22))}${fortyBits(hex.slice(22))}`;
}

function fortyBits(hex: string): string {
  const high = Number.parseInt(hex.slice(0, 5), 16);
  const low = Number.parseInt(hex.slice(5), 16);
  return `${PAIRS[high >> 10]}${PAIRS[high & 1023]}${PAIRS[low >> 10]}${PAIRS[low & 1023]}`;
}

function decodeUuid(text: string): string {
  const bits = [text.slice(0, 2), text.slice(2, 10), text.slice(10, 18), text.slice(18)].map((part) => {
    let value = 0;
    for (const letter of part) value = value * 32 + ALPHABET.indexOf(letter);
    return value.toString(16).padStart(part.length === 2 ? 2 : 10, "0");
  });
  return bits.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** An id: a UUID inside the service, `prefix_…` outside. */
export function id(prefix: string, what: string) {
  const one = `${/^[aeiou]/.test(what) ? "an" : "a"} ${what}`;
  const text = z
    .string()
    .regex(new RegExp(`^${prefix}_[0-7]${LETTERS}{${TEXT_LENGTH - 1}}$`), `Expected the id of ${one}, which starts with ${prefix}_.`)
    .describe(`Id of ${one}`);
  return z.codec(text, z.string(), {
    decode: (shown) => decodeUuid(shown.slice(prefix.length + 1)),
    encode: (uuid) => `${prefix}_${encodeUuid(uuid)}`,
  });
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
