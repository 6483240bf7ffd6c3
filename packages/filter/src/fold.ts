/**
 * How texts are compared: composed (NFC), then in lower case by Unicode's full rules without a language.
 * PostgreSQL does the same with `lower(x collate "und-x-icu")` on text that was stored composed.
 */
export const fold = (text: string) => text.normalize("NFC").toLowerCase();

/** Names are short. The lines of long texts are found as they were written. */
const MAX_SPELLED = 200;
const BASE: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };
const SPELLED_OUT: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };

const withoutMarks = (text: string) =>
  text
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => BASE[letter] ?? letter)
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC");

/** How else a folded text is typed: Krüger as kruger and krueger. Nothing if it has only plain letters. */
export function spellings(text: string): string[] {
  if (/^[\0-\x7f]*$/.test(text)) return [];
  const spelledOut = text.replaceAll(/[äöüøå]/g, (letter) => SPELLED_OUT[letter] ?? letter);
  return [...new Set([withoutMarks(text), withoutMarks(spelledOut)])].filter((one) => one !== text);
}

/** The text that words are looked for in: folded, and its short lines in their other spellings below. Migration 0038 has the same in SQL. */
export function searchable(text: string): string {
  const folded = fold(text);
  const others = folded.split("\n").flatMap((line) => (line.length <= MAX_SPELLED ? spellings(line) : []));
  return [folded, ...new Set(others)].join("\n");
}

/** The order of folded texts: by code point, as `collate "C"` does. JavaScript's own `<` goes by UTF-16 unit. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above all others. */
const rank = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
