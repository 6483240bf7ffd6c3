import { fold } from "../fold.ts";

// Countries are stored as two letters, and people write their names. These are the languages they write them in.
const LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pl", "pt", "sv", "da", "cs"];
const OTHERS = [
  ["usa", "us"],
  ["america", "us"],
  ["great britain", "gb"],
  ["holland", "nl"],
] as const;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");

/** Whether a field with this key has countries: `country`, `billing_country`. */
export const isCountryKey = (key: string) => /(?:^|_)country$/.test(key);

let names: Intl.DisplayNames | undefined;

/** "NL" as people read it: "Netherlands". A text that is no code stays as somebody wrote it. */
export function countryName(text: string): string {
  if (!/^[a-z]{2}$/i.test(text)) return text;
  names ??= new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return (text.toUpperCase() !== UNKNOWN_REGION && names.of(text.toUpperCase())) || text;
}
const UNKNOWN_REGION = "ZZ";

let codes: Map<string, string> | undefined;

/** The folded two-letter code of a country with this folded name. */
export function countryCode(name: string): string | undefined {
  codes ??= readCodes();
  return codes.get(name);
}

function readCodes(): Map<string, string> {
  const known = new Map<string, string>(OTHERS);
  for (const language of LANGUAGES)
    for (const style of ["long", "short"] as const) {
      const names = new Intl.DisplayNames([language], { type: "region", style, fallback: "none" });
      for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
        const name = names.of(code);
        if (name && !known.has(fold(name))) known.set(fold(name), fold(code));
      }
    }
  return known;
}
