import { parsePhoneNumberFromString, type CountryCode } from "libphonenumber-js/min";
import { KINDS } from "@kith/filter/kinds";
import {
  DATE_FORMATS,
  LANGUAGES,
  NUMBER_FORMATS,
  readDay,
  readMoment,
  readMoney,
  readNumber,
  type DateFormat,
  type Formats,
  type Language,
  type Moment,
  type NumberFormat,
  type Reading,
} from "@kith/filter/values";
import type { FieldDefinition } from "../types/index.ts";
import type { Format } from "./store.ts";

/** What reading a cell needs to know about the company. */
export interface CellReader {
  formats: Formats;
  moment: Moment;
  /** Languages of names of months, the one that was met last first. */
  languages: Language[];
}

export const cellReader = (formats: Formats, moment: Moment): CellReader => ({
  formats,
  moment,
  languages: [...new Set([formats.language, ...LANGUAGES])],
});

/** Imports that were checked by an older version. */
const OLDER: Record<string, NumberFormat> = { decimal_comma: "1.234,5" };

const numberFormat = (format: Format | undefined): NumberFormat | undefined =>
  NUMBER_FORMATS.find((one) => one === format) ?? OLDER[format ?? ""];
const dateFormat = (format: Format | undefined): DateFormat | undefined => DATE_FORMATS.find((one) => one === format);

/** One value as people spell it, in the format of its column, as a value that has one reading everywhere. */
export function readSpelled(field: FieldDefinition, text: string, format: Format | undefined, reader: CellReader): Reading<unknown> {
  const { isExact, format: textFormat } = KINDS[field.kind];
  if (field.shape === "number") return isExact ? readAmount(text, format, reader) : readPlain(text, format, reader);
  if (field.shape === "day") return readTime(readDay, text, format, reader);
  if (field.shape === "moment") return readTime(readMoment, text, format, reader);
  if (field.shape === "boolean") return { value: ANSWERS.get(text.toLowerCase()) ?? text };
  if (textFormat === "phone") return { value: withCountry(text, reader.formats.country) };
  return { value: text };
}

function readPlain(text: string, format: Format | undefined, { formats }: CellReader): Reading<number> {
  const read = readNumber(text, numberFormat(format) ?? formats.number);
  return "value" in read ? { value: Number(read.value) } : read;
}

function readAmount(text: string, format: Format | undefined, { formats }: CellReader): Reading<unknown> {
  const read = readMoney(text, { currency: formats.currency, number: numberFormat(format) ?? formats.number });
  if (!("value" in read)) return read;
  // As a number it has one reading; up to 15 digits none is lost.
  const amount = Number(read.value.amount);
  return { value: read.value.currency === formats.currency ? amount : { amount, currency: read.value.currency } };
}

/** A month has its name in the language of the file, which need not be the company's. */
function readTime(read: typeof readDay, text: string, format: Format | undefined, reader: CellReader): Reading<string> {
  const date = dateFormat(format) ?? reader.formats.date;
  const [first = "en"] = reader.languages;
  const own = read(text, { date, language: first }, reader.moment);
  if ("value" in own || text.length > 60 || !/\p{L}{3}/u.test(text)) return own;
  for (const language of reader.languages.slice(1)) {
    const other = read(text, { date, language }, reader.moment);
    if (!("value" in other)) continue;
    reader.languages = [language, ...reader.languages.filter((one) => one !== language)];
    return other;
  }
  return own;
}

/** A number of the company's country gets its code. Others stay as they are, and are refused with a hint. */
function withCountry(text: string, country: string): string {
  if (!country || text.length > 50 || /^(\+|00)/.test(text)) return text;
  const number = parsePhoneNumberFromString(text, country as CountryCode); // a country it does not know finds nothing
  return number?.isPossible() ? number.number : text;
}

/** Yes and no in the languages of the names of months. No word is a yes in one and a no in another. */
const YES = "yes y true t on x ✓ ✔ ja j wahr oui o vrai si sí sì s verdadero vero sim v verdadeiro tak prawda ano sant sann kyllä tosi";
const NO = "no n false f off nein falsch non faux falso não nao nie fałsz ne nepravda nej falskt falsk nei ei epätosi nee onwaar";
const ANSWERS: ReadonlyMap<string, boolean> = new Map([
  ...YES.split(" ").map((word): [string, boolean] => [word, true]),
  ...NO.split(" ").map((word): [string, boolean] => [word, false]),
]);
