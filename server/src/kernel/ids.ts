import { z } from "zod";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** The alphabet as a pattern: short, because it stands in every schema that a model reads. */
const LETTERS = "[0-9a-hjkmnp-tv-z]";
const TEXT_LENGTH = 26;

/** Two letters for each ten bits: a list of records shows a hundred ids, and letter by letter that was felt. */
const PAIRS = Array.from({ length: 1024 }, (_, bits) => ALPHABET.charAt(bits >> 5) + ALPHABET.charAt(bits & 31));

/** UUID to the 26 lower-case characters shown at the edge. No i, l, o or u, so ids can be read aloud. */
function encodeUuid(uuid: string): string {
  const hex = uuid.replaceAll("-", "");
  // 26 × 5 = 130: two leading zero bits, in the first two letters, and then three times forty bits.
  return (
    PAIRS[Number.parseInt(hex.slice(0, 2), 16)] + fortyBits(hex.slice(2, 12)) + fortyBits(hex.slice(12, 22)) + fortyBits(hex.slice(22))
  );
}

function fortyBits(hex: string): string {
  const high = Number.parseInt(hex.slice(0, 5), 16);
  const low = Number.parseInt(hex.slice(5), 16);
  return `${PAIRS[high >> 10]}${PAIRS[high & 1023]}${PAIRS[low >> 10]}${PAIRS[low & 1023]}`;
}

function decodeUuid(text: string): string {
  let hex = "";
  let bits = 0;
  let held = 0;
  for (let at = 0; at < TEXT_LENGTH; at++) {
    held = (held << 5) | ALPHABET.indexOf(text.charAt(at));
    bits += at === 0 ? 3 : 5;
    while (bits >= 4) {
      bits -= 4;
      hex += ((held >> bits) & 15).toString(16);
      held &= (1 << bits) - 1;
    }
  }
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** An id: a UUID inside the service, `prefix_…` for everybody outside. */
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

/** A point in time: a Date inside, ISO 8601 in UTC outside. */
export const time = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString() as never, // z.iso.datetime's output is a plain string
});

/** Shows any id whose kind is only known at run time, as in the event log. */
export const showId = (prefix: string, uuid: string) => `${prefix}_${encodeUuid(uuid)}`;
