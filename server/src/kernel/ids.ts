import { z } from "zod";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** The alphabet as a pattern: short, because it stands in every schema that a model reads. */
const LETTERS = "[0-9a-hjkmnp-tv-z]";
const TEXT_LENGTH = 26;

/** UUID to the 26 lower-case characters shown at the edge. No i, l, o or u, so ids can be read aloud. */
function encodeUuid(uuid: string): string {
  const hex = uuid.replaceAll("-", "");
  let text = "";
  let bits = 2; // 26 × 5 = 130: two leading zero bits
  let held = 0;
  for (let at = 0; at < 32; at++) {
    held = (held << 4) | Number.parseInt(hex.charAt(at), 16);
    bits += 4;
    if (bits >= 5) {
      bits -= 5;
      text += ALPHABET.charAt((held >> bits) & 31);
      held &= (1 << bits) - 1;
    }
  }
  return text;
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
  const text = z
    .string()
    .regex(new RegExp(`^${prefix}_[0-7]${LETTERS}{${TEXT_LENGTH - 1}}$`), `Expected the id of a ${what}, which starts with ${prefix}_.`)
    .describe(`Id of a ${what}`);
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
