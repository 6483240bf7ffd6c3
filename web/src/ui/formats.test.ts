import { DEFAULT_FORMATS, type Formats } from "@kith/filter/values";
import assert from "node:assert/strict";
import { test } from "node:test";
import { longDay, monthName, shortDay, weekOf } from "./day-text.ts";
import { amountText, compactText, formats, numberText, setFormats, typedDay, wholeText, withFormats } from "./formats.ts";
import { absolute } from "./time-text.ts";

interface Written {
  number: string;
  money: string;
  dollars: string;
  day: string;
  short: string;
  typed: string;
  week: string;
}

/** Five companies, and how each writes the same values. */
const COMPANIES: [formats: Partial<Formats>, written: Written][] = [
  [
    { currency: "EUR" },
    {
      number: "1,234,567.5",
      money: "€1,234.50",
      dollars: "$1,200",
      day: "Fri 20 Nov 2026",
      short: "20 Nov",
      typed: "20/11/2026",
      week: "2026-11-16",
    },
  ],
  [
    { currency: "EUR", number: "1.234,5", language: "de" },
    {
      number: "1.234.567,5",
      money: "1.234,50 €",
      dollars: "1.200 $",
      day: "Fr 20. Nov. 2026",
      short: "20. Nov.",
      typed: "20.11.2026",
      week: "2026-11-16",
    },
  ],
  [
    { currency: "USD", date: "month_day_year", weekStart: 7 },
    {
      number: "1,234,567.5",
      money: "$1,234.50",
      dollars: "$1,200",
      day: "Fri Nov 20, 2026",
      short: "Nov 20",
      typed: "11/20/2026",
      week: "2026-11-15",
    },
  ],
  [
    { currency: "EUR", number: "1 234,5", language: "fr" },
    {
      number: "1 234 567,5",
      money: "1 234,50 €",
      dollars: "1 200 $US",
      day: "ven. 20 nov. 2026",
      short: "20 nov.",
      typed: "20.11.2026",
      week: "2026-11-16",
    },
  ],
  [
    { currency: "CHF", number: "1'234.5", language: "en", date: "year_month_day", weekStart: 6 },
    {
      number: "1'234'567.5",
      money: "CHF 1'234.50",
      dollars: "$ 1'200",
      day: "Fri 2026-11-20",
      short: "20 Nov",
      typed: "2026-11-20",
      week: "2026-11-14",
    },
  ],
];

const DAY = "2026-11-20";
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

test("numbers, money and days are written as each of five companies writes them", () => {
  for (const [own, written] of COMPANIES) {
    const company = { ...DEFAULT_FORMATS, ...own };
    const texts = withFormats(company, () => ({
      number: numberText(1_234_567.5),
      money: amountText("1234.5", company.currency),
      dollars: amountText(1200, "USD"),
      day: longDay(DAY),
      short: shortDay(DAY, "2026-11-15"),
      typed: typedDay(DAY),
      week: weekOf(DAY),
    }));
    assert.deepEqual(Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, plain(text)])), written);
  }
  assert.deepEqual(formats(), DEFAULT_FORMATS, "trying other formats leaves the company's as they are");
});

test("the company's formats hold for every text from then on", () => {
  setFormats({ ...DEFAULT_FORMATS, number: "1.234,5", language: "de" });
  try {
    assert.equal(wholeText(12_345), "12.345");
    assert.equal(plain(compactText(2_320_000)), "2,32 Mio.");
    assert.equal(monthName(DAY), "Nov 2026");
    assert.match(absolute(new Date("2026-11-20T13:05:09Z"), "Europe/Berlin"), /^Fr 20\. Nov\. 2026, 14:05:09/);
  } finally {
    setFormats(DEFAULT_FORMATS);
  }
});

const AMOUNTS: [amount: string | number, german: string, english: string][] = [
  [11_250, "11.250 €", "€11,250"],
  ["11250.50", "11.250,50 €", "€11,250.50"],
  [1_250, "1.250 €", "€1,250"],
  [999_999, "999.999 €", "€999,999"],
  [-48_700, "-48.700 €", "-€48,700"],
  [2_320_000, "2,32 Mio. €", "€2.32M"],
  [1_234_500_000, "1,23 Mrd. €", "€1.23B"],
];

test("a compact amount is never rounded to another amount: below a million every digit is there, above it has its unit", () => {
  for (const [amount, german, english] of AMOUNTS) {
    const written = withFormats({ ...DEFAULT_FORMATS, number: "1.234,5" }, () => amountText(amount, "EUR", "compact"));
    assert.deepEqual([plain(written), plain(amountText(amount, "EUR", "compact"))], [german, english]);
  }
  const count = (value: number) => withFormats({ ...DEFAULT_FORMATS, number: "1.234,5" }, () => plain(compactText(value)));
  assert.deepEqual([11_250, 1_250, 2_320_000].map(count), ["11.250", "1.250", "2,32 Mio."]);
});
