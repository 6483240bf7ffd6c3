import assert from "node:assert/strict";
import { test } from "node:test";
import { browserFormats } from "./browser-formats.ts";

const BROWSERS: [language: string, ...formats: string[]][] = [
  ["de-DE", "EUR", "1.234,5", "day_month_year", "1", "de", "DE"],
  ["en-US", "USD", "1,234.5", "month_day_year", "7", "en", "US"],
  ["en-GB", "GBP", "1,234.5", "day_month_year", "1", "en", "GB"],
  ["fr", "EUR", "1 234,5", "day_month_year", "1", "fr", "FR"],
  ["de-CH", "CHF", "1'234.5", "day_month_year", "1", "de", "CH"],
  ["sv-SE", "SEK", "1 234,5", "year_month_day", "1", "sv", "SE"],
  ["ja-JP", "JPY", "1,234.5", "year_month_day", "7", "en", "JP"],
];

test("a new company writes values as the browser of its first Admin does", () => {
  for (const [language, ...expected] of BROWSERS) {
    const { currency, number, date, weekStart, language: words, country } = browserFormats(language);
    assert.deepEqual([currency, number, date, String(weekStart), words, country], expected, language);
  }
});
