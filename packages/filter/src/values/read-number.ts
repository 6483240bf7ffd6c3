import { shown } from "../error.ts";
import { NUMBER_FORMATS, type NumberFormat, type Reading, type Writer } from "./formats.ts";
import { plainText } from "./plain-text.ts";

const MAX_LENGTH = 50;
/** Decimals of up to 15 digits are the same number to JavaScript and to a database. */
const MAX_DIGITS = 15;

/** Reads a number: `1,234.5`, `20k`, `(1,200)`, `1200-`. The value is decimal text, so that no digit is lost. */
export function readNumber(given: string, format: NumberFormat, writer: Writer = "person"): Reading<string> {
  const text = plainText(given, MAX_LENGTH);
  return text === undefined ? notANumber(given) : readPlainNumber(text, given, format, writer);
}

/** Reads a number whose text is plain already; `given` is what the person wrote, for the error. */
export function readPlainNumber(text: string, given: string, format: NumberFormat, writer: Writer): Reading<string> {
  if (text.endsWith("%")) return readPercent(text, given, format, writer);
  const parts = takeApart(text);
  if (!parts) return notANumber(given);
  const decimals = decimalsOf(parts.digits, format, writer).map((decimal) => shift(decimal, parts));
  const [only] = decimals;
  if (only === undefined) return notANumber(given);
  const readings = decimals.map((decimal) => spell(decimal, format, writer));
  if (readings.length > 1) return severalReadings(given, readings);
  const digits = only.replaceAll(/\D/g, "").replaceAll(/^0+|(?<!0)0+$/g, "");
  if (digits.length > MAX_DIGITS) return { problem: `A number has at most ${MAX_DIGITS} digits.` };
  const isOwn = readDigits(parts.digits, format) !== undefined || POINT.test(parts.digits);
  return isOwn ? { value: only } : { problem: `${quoted(given)} is not written as ${format}. Did you mean ${readings.join()}?`, readings };
}

/** A number with a decimal point, so that no company's format reads it as another: 1.234 is written 1.2340. */
export const printNumber = (number: number) => (ONE_MARK_AND_THREE.test(String(Math.abs(number))) ? `${number}0` : String(number));

/** Whether a plain text is a number in this very format. */
export function isInFormat(text: string, format: NumberFormat): boolean {
  const digits = takeApart(text)?.digits;
  return digits !== undefined && readDigits(digits, format) !== undefined;
}

/** The same number, written so that it has one reading in this format. For a program the point is best, as in JSON. */
export function spell(decimal: string, format: NumberFormat, writer: Writer): string {
  const [whole = "", part] = decimal.split(".");
  const mark = writer === "program" ? "." : MARKS[format].decimal;
  if (part === undefined) return whole;
  // Three decimals could be a group of thousands.
  return ONE_MARK_AND_THREE.test(`${whole.replace("-", "")}${mark}${part}`) ? `${whole}${mark}${part}0` : `${whole}${mark}${part}`;
}

export const quoted = (text: string) => `"${shown(text.trim())}"`;

export const severalReadings = (given: string, readings: readonly string[]) => ({
  problem: `${quoted(given)} is ${readings.join(" or ")}. Write one of these.`,
  readings,
});

const notANumber = (given: string) => ({ problem: `${quoted(given)} is not a number. Try 48000 or 48k.` });

function readPercent(text: string, given: string, format: NumberFormat, writer: Writer): Reading<string> {
  const reading = readPlainNumber(text.slice(0, -1).trimEnd(), given, format, writer);
  if (!("value" in reading)) return reading;
  const decimals = [reading.value, shift(reading.value, { isNegative: false, places: -2 })];
  return severalReadings(
    given,
    decimals.map((decimal) => spell(decimal, format, writer)),
  );
}

interface Parts {
  isNegative: boolean;
  /** Digits and the marks between them. */
  digits: string;
  /** How far the decimal point moves to the right. */
  places: number;
}

/** Letters after a number. A thousand in German is also Tsd., a million Mio., a billion Mrd. */
const SCALES: ReadonlyMap<string, number> = new Map([
  ["", 0],
  ["k", 3],
  ["tsd", 3],
  ["m", 6],
  ["mio", 6],
  ["mln", 6],
  ["bn", 9],
  ["md", 9],
  ["mrd", 9],
  ["mld", 9],
]);

const EXPONENT = /^([\d.,]+)e([+-]?\d{1,3})$/i;
const SCALED = /^([\d.,' _]*)([a-z]{0,3})\.?$/i;
/** `1'200.-` and `20,–`: no cents. */
const NO_CENTS = /^(.*\d)[.,]-{1,2}$/;

function takeApart(text: string): Parts | undefined {
  const inside = /^\((.*)\)$/.exec(text)?.[1]?.trim();
  const unsigned = inside ?? text;
  const body = NO_CENTS.exec(unsigned)?.[1] ?? unsigned;
  const [, before = "", rest = "", after = ""] = /^([-+]?)(.*?)(-?)$/.exec(body) ?? [];
  const signs = (inside === undefined ? "" : "-") + before + after;
  if (signs.length > 1) return undefined;
  const [, mantissa, exponent] = EXPONENT.exec(rest.trim()) ?? [];
  if (mantissa !== undefined) return { isNegative: signs === "-", digits: mantissa, places: Number(exponent) };
  const [, digits = "", letters = ""] = SCALED.exec(rest.trim()) ?? [];
  const places = SCALES.get(letters.toLowerCase());
  return places === undefined || digits === "" ? undefined : { isNegative: signs === "-", digits: digits.trim(), places };
}

interface Marks {
  decimal: "." | ",";
  /** Digits, in groups of three or not, and the decimals. A space, an apostrophe and an underscore group digits everywhere. */
  pattern: RegExp;
}

function marks(decimal: "." | ",", group: string): Marks {
  const thousands = String.raw`[1-9]\d{0,2}([${group} '_])\d{3}(?:\2\d{3})*`;
  // 12,34,567: pairs before the last three, as in India.
  const pairs = group && String.raw`|[1-9]\d?(?:[${group}]\d\d)+[${group}]\d{3}`;
  return { decimal, pattern: new RegExp(String.raw`^(\d+|${thousands}${pairs})?(?:[${decimal}٫](\d*))?$`) };
}

const MARKS: Readonly<Record<NumberFormat, Marks>> = {
  "1,234.5": marks(".", ",٬"),
  "1.234,5": marks(",", ".٬"),
  "1 234,5": marks(",", ""),
  "1'234.5": marks(".", ""),
};

/** What programs write: JSON's own numbers. */
const POINT = /^\d+\.\d+$/;
const ONE_MARK_AND_THREE = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** Every reading that the digits have for this writer, the company's first. */
function decimalsOf(digits: string, format: NumberFormat, writer: Writer): string[] {
  const own = readDigits(digits, format);
  const isUnsure = writer === "program" && MARKS[format].decimal === "," && ONE_MARK_AND_THREE.test(digits);
  if (own !== undefined && !isUnsure) return [own];
  const all = [format, ...NUMBER_FORMATS].map((one) => readDigits(digits, one)).filter((decimal) => decimal !== undefined);
  return [...new Set(all)];
}

function readDigits(digits: string, format: NumberFormat): string | undefined {
  const [match, whole = "", , part = ""] = MARKS[format].pattern.exec(digits) ?? [];
  return match === undefined || whole + part === "" ? undefined : `${whole.replaceAll(/\D/g, "") || "0"}.${part}`;
}

/** Moves the decimal point without reckoning in floating point, and writes the number in its one spelling. */
function shift(decimal: string, { isNegative, places }: Pick<Parts, "isNegative" | "places">): string {
  const sign = decimal.startsWith("-") !== isNegative ? "-" : "";
  const [whole = "", part = ""] = decimal.replace("-", "").split(".");
  const digits = "0".repeat(Math.max(-places, 0)) + whole + part.padEnd(Math.max(places, 0), "0");
  const point = whole.length + Math.max(-places, 0) + places;
  const integer = digits.slice(0, point).replace(/^0+(?=\d)/, "") || "0";
  const decimals = digits.slice(point).replace(/(?<!0)0+$/, "");
  const value = decimals ? `${integer}.${decimals}` : integer;
  return value === "0" ? value : sign + value;
}
