import { DATE_FORMATS, type Formats, LANGUAGES, NUMBER_FORMATS, isCurrency } from "@kith/filter/values";
import { z } from "zod";

/** A currency by its code of three letters, in either case. */
export const currencyCode = z.string().trim().toUpperCase().refine(isCurrency, "Use the code of a currency, such as EUR.");

/** How a company writes numbers, money and days. */
export const formatSettings = {
  currency: currencyCode,
  number_format: z.enum(NUMBER_FORMATS),
  date_format: z.enum(DATE_FORMATS),
  week_start: z.literal([1, 6, 7]).describe("1 Monday, 6 Saturday, 7 Sunday"),
  language: z.enum(LANGUAGES).describe("Month and day names"),
  country: z
    .string()
    .regex(/^([A-Z]{2})?$/, "Use the code of a country, such as DE.")
    .describe("Of phone numbers without a country code"),
};

// Without the lists: in an answer they would cost every assistant tokens. What is stored was checked when it was written.
const stored = <Value extends string | number>(schema: z.ZodType) => schema as z.ZodType<Value, Value>;

/** The same in an answer. */
export const formatValues = {
  currency: z.string(),
  number_format: stored<Formats["number"]>(z.string()),
  date_format: stored<Formats["date"]>(z.string()),
  week_start: stored<Formats["weekStart"]>(z.int()),
  language: stored<Formats["language"]>(z.string()),
  country: z.string(),
};

/** The same, as the company's row has it. */
export interface FormatRow {
  currency: string;
  number_format: Formats["number"];
  date_format: Formats["date"];
  week_start: Formats["weekStart"];
  language: Formats["language"];
  country: string;
}

export const formatsOf = (row: FormatRow): Formats => ({
  currency: row.currency,
  number: row.number_format,
  date: row.date_format,
  weekStart: row.week_start,
  language: row.language,
  country: row.country,
});

export const rowOfFormats = (formats: Formats): FormatRow => ({
  currency: formats.currency,
  number_format: formats.number,
  date_format: formats.date,
  week_start: formats.weekStart,
  language: formats.language,
  country: formats.country,
});
