import type { Language } from "../dates/words.ts";

/** How a number is written. Each name is the number 1234.5 in that format. */
export const NUMBER_FORMATS = ["1,234.5", "1.234,5", "1 234,5", "1'234.5"] as const;
export type NumberFormat = (typeof NUMBER_FORMATS)[number];

/** The order of the numbers in a date such as 05/06/2026. A year of four digits may always stand first. */
export const DATE_FORMATS = ["day_month_year", "month_day_year", "year_month_day"] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** How a company writes and reads values. Settings of the company; every reader of values takes them. */
export interface Formats {
  /** ISO 4217, the currency of an amount that names none. */
  currency: string;
  number: NumberFormat;
  date: DateFormat;
  /** ISO weekday: Monday, Saturday or Sunday. */
  weekStart: 1 | 6 | 7;
  /** Of the names of months and days. English is always understood too. */
  language: Language;
  /** ISO 3166 alpha-2, for phone numbers without a country code. */
  country: string;
}

export const DEFAULT_FORMATS: Formats = {
  currency: "EUR",
  number: "1,234.5",
  date: "day_month_year",
  weekStart: 1,
  language: "en",
  country: "DE",
};

/**
 * What a text means. A text with two readings is refused, and both are named; so is a text that only another format can read. The
 * problem is a sentence for a person or a model; readings are the texts to write instead, if there are any.
 */
export type Reading<T> = { value: T } | { problem: string; readings?: readonly string[] };

/**
 * Who wrote a text. A person follows the company's format. A program may follow it, or write the decimal point that JSON has, so
 * for a program `12.500` has two readings in a company that writes 12.500,00.
 */
export type Writer = "person" | "program";
