/** How the numbers of a style are shown: as days, as times, or as they are. */
export interface NumberStyle {
  hasDay: boolean;
  hasTime: boolean;
  /** Hours that go on past 24. */
  isDuration: boolean;
}

export const PLAIN: NumberStyle = { hasDay: false, hasTime: false, isDuration: false };
const DAY = { ...PLAIN, hasDay: true };
const TIME = { ...PLAIN, hasTime: true };
const DURATION = { ...PLAIN, isDuration: true };

/** The formats that every spreadsheet knows by number, among them those of East Asian calendars. */
const BUILT_IN = new Map<number, NumberStyle>([
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id): [number, NumberStyle] => [id, DAY]),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56].map((id): [number, NumberStyle] => [id, TIME]),
  [22, { ...DAY, hasTime: true }],
  [46, DURATION],
]);

export const styleOf = (id: number, code: string | undefined): NumberStyle =>
  code === undefined ? (BUILT_IN.get(id) ?? PLAIN) : styleOfCode(code);

/** Reads a format such as `dd.mm.yyyy hh:mm`, without what stands in quotes, brackets or after a backslash. */
function styleOfCode(code: string): NumberStyle {
  let letters = "";
  for (let at = 0; at < code.length && code[at] !== ";"; at++) {
    const character = code[at] ?? "";
    if (character === '"') at = endOf(code, '"', at);
    else if (character === "[") {
      const end = endOf(code, "]", at);
      if (/^\[[hms]+$/i.test(code.slice(at, end))) return DURATION;
      at = end;
    } else if (character === "\\" || character === "_" || character === "*") at++;
    else letters += character.toLowerCase();
  }
  if (letters.includes("general") || /[0#?]/.test(letters.replaceAll(/[ymdhs:./\s,-]0*/g, ""))) return PLAIN;
  const hasTime = /[hs]/.test(letters);
  const hasDay = /[yd]/.test(letters) || (letters.includes("m") && !hasTime);
  return { hasDay, hasTime, isDuration: false };
}

function endOf(code: string, mark: string, at: number): number {
  const end = code.indexOf(mark, at + 1);
  return end < 0 ? code.length : end;
}

const DAY_SECONDS = 86_400;
const LAST_SERIAL = 2_958_465; // 9999-12-31
const two = (number: number) => String(number).padStart(2, "0");

/** A number of a sheet as text: a day and a time as ISO writes them, anything else with a point and without groups. */
export function numberText(raw: string, style: NumberStyle, isFrom1904: boolean): string {
  const number = Number(raw);
  if (raw.trim() === "" || !Number.isFinite(number)) return raw;
  const isTime = style.hasDay || style.hasTime || style.isDuration;
  if (!isTime || number < 0 || number > LAST_SERIAL) return plainNumber(number);
  const seconds = Math.round(number * DAY_SECONDS);
  const [days, rest] = [Math.floor(seconds / DAY_SECONDS), seconds % DAY_SECONDS];
  if (style.isDuration) return clock(seconds);
  const day = style.hasDay ? dayText(days, isFrom1904) : "";
  const time = style.hasTime && (rest > 0 || !day) ? clock(rest) : "";
  return [day, time].filter(Boolean).join("T");
}

function clock(seconds: number): string {
  const text = `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}`;
  return seconds % 60 > 0 ? `${text}:${two(seconds % 60)}` : text;
}

function dayText(serial: number, isFrom1904: boolean): string {
  // The calendar of 1900 has a 29 February that never was: before it, days are counted from one day later.
  if (!isFrom1904 && serial === 60) return "1900-02-29";
  const first = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  return new Date(first + serial * DAY_SECONDS * 1_000).toISOString().slice(0, 10);
}

/**
 * What a person sees: 4.1 is stored as 4.0999999999999996, and spreadsheets show 15 digits. A number with exactly three decimals gets a
 * fourth, because 12.125 could also be twelve thousand in a file of another country.
 */
function plainNumber(number: number): string {
  const shown = Number(number.toPrecision(15));
  const text = String(shown);
  const plain = text.includes("e") ? (Math.abs(shown) < 1 ? shown.toFixed(20).replace(/(?<!0)0+$/, "") : BigInt(shown).toString()) : text;
  return /\.\d{3}$/.test(plain) ? `${plain}0` : plain;
}

/** Characters that XML cannot hold are written as `_x000D_`. */
export const unescapeText = (text: string) =>
  text.includes("_x") ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text;
