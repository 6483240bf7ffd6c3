/**
 * How texts are compared: composed (NFC), then in lower case by Unicode's full rules without a language.
 * PostgreSQL does the same with `lower(x collate "und-x-icu")` on text that was stored composed.
 */
export const fold = (text: string) => text.normalize("NFC").toLowerCase();

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
