import assert from "node:assert/strict";
import test from "node:test";
import {
  DATE_FORMATS,
  inferDateFormat,
  inferNumberFormat,
  isCurrency,
  NUMBER_FORMATS,
  readMoney,
  readNumber,
  type Reading,
} from "../values.ts";

/** `?12.5`: refused, and 12.5 was probably meant. */
function outcome(reading: Reading<string>): string {
  if ("value" in reading) return reading.value;
  const { readings = [] } = reading;
  return readings.length === 1 ? `?${readings.join()}` : readings.join(" or ") || "refused";
}

/** What each format reads, in the order of NUMBER_FORMATS: 1,234.5 · 1.234,5 · 1 234,5 · 1'234.5. */
const BY_PERSON: readonly (readonly [text: string, ...outcomes: string[]])[] = [
  ["48000", "48000", "48000", "48000", "48000"],
  ["12,5", "?12.5", "12.5", "12.5", "?12.5"],
  ["12.5", "12.5", "12.5", "12.5", "12.5"],
  ["12.500", "12.5", "12500", "12,5 or 12500", "12.5"],
  ["12,500", "12500", "12.5", "12.5", "12500 or 12.5"],
  ["1.234,5", "?1234.5", "1234.5", "?1234,5", "?1234.5"],
  ["1,234.5", "1234.5", "?1234,5", "?1234,5", "?1234.5"],
  ["20.000,00", "?20000", "20000", "?20000", "?20000"],
  ["1 200,50", "?1200.5", "1200.5", "1200.5", "?1200.5"],
  ["1\u202f200,50", "?1200.5", "1200.5", "1200.5", "?1200.5"],
  ["1'200.50", "1200.5", "?1200,5", "?1200,5", "1200.5"],
  ["1.234.567", "?1234567", "1234567", "?1234567", "?1234567"],
  ["12,34,567", "1234567", "?1234567", "?1234567", "?1234567"],
  ["1_000_000", "1000000", "1000000", "1000000", "1000000"],
  ["0.500", "0.5", "0.5", "0.5", "0.5"],
  ["0,500", "?0.5", "0.5", "0.5", "?0.5"],
  ["20k", "20000", "20000", "20000", "20000"],
  ["1.5m", "1500000", "1500000", "1500000", "1500000"],
  ["1,5 Mio.", "?1500000", "1500000", "1500000", "?1500000"],
  ["(1,200)", "-1200", "-1.2", "-1.2", "-1200 or -1.2"],
  ["1200-", "-1200", "-1200", "-1200", "-1200"],
  ["−5", "-5", "-5", "-5", "-5"],
  ["1.5e3", "1500", "1500", "1500", "1500"],
  ["20,-", "20", "20", "20", "20"],
  ["١٢٣", "123", "123", "123", "123"],
  ["-0", "0", "0", "0", "0"],
  ["12%", "12 or 0.12", "12 or 0,12", "12 or 0,12", "12 or 0.12"],
  ["1,23,4", "refused", "refused", "refused", "refused"],
  ["1 2", "refused", "refused", "refused", "refused"],
  ["--5", "refused", "refused", "refused", "refused"],
  ["0x10", "refused", "refused", "refused", "refused"],
  ["5²", "refused", "refused", "refused", "refused"],
  ["1234567890123456", "refused", "refused", "refused", "refused"],
  ["", "refused", "refused", "refused", "refused"],
  [`1${" ".repeat(40_000)}1`, "refused", "refused", "refused", "refused"],
];

test("a number has one reading in the company's format or is refused", () => {
  for (const [text, ...expected] of BY_PERSON) {
    assert.deepEqual(
      NUMBER_FORMATS.map((format) => outcome(readNumber(text, format))),
      expected,
      text.slice(0, 20),
    );
  }
});

test("a program's decimal point is not a person's group of thousands", () => {
  const read = (text: string) => NUMBER_FORMATS.map((format) => outcome(readNumber(text, format, "program")));
  assert.deepEqual(read("1234.5"), ["1234.5", "1234.5", "1234.5", "1234.5"]);
  assert.deepEqual(read("12.500"), ["12.5", "12500 or 12.5", "12.5 or 12500", "12.5"]);
  assert.deepEqual(read("1.234"), ["1.234", "1234 or 1.2340", "1.2340 or 1234", "1.234"]);
  assert.deepEqual(read("12,500"), ["12500", "12.5 or 12500", "12.5 or 12500", "12500 or 12.5"]);
  assert.deepEqual(read("1.234,50"), ["?1234.5", "1234.5", "?1234.5", "?1234.5"]);
});

test("every reading that an error names can be written, and then has one reading", () => {
  for (const format of NUMBER_FORMATS) {
    for (const writer of ["person", "program"] as const) {
      for (const [text] of [...BY_PERSON, ["1.234"], ["1,234"]] as const) {
        const reading = readNumber(text, format, writer);
        if ("value" in reading) continue;
        for (const spelling of reading.readings ?? [])
          assert.ok("value" in readNumber(spelling, format, writer), `${spelling} as ${format}`);
      }
    }
  }
});

test("an amount says its currency by sign or code, and is the company's otherwise", () => {
  const read = (text: string, currency: string) => {
    const reading = readMoney(text, { currency, number: "1,234.5" });
    return "value" in reading ? `${reading.value.amount} ${reading.value.currency}` : outcome(reading);
  };
  for (const [text, inEuro, inCanada] of [
    ["1200", "1200 EUR", "1200 CAD"],
    ["$1,200.00", "1200 USD", "1200 CAD"],
    ["US$ 1,200", "1200 USD", "1200 USD"],
    ["€20k", "20000 EUR", "20000 EUR"],
    ["20k€", "20000 EUR", "20000 EUR"],
    ["20 Mio. €", "20000000 EUR", "20000000 EUR"],
    ["1,200.50 eur", "1200.5 EUR", "1200.5 EUR"],
    ["-$5", "-5 USD", "-5 CAD"],
    ["£ -5", "-5 GBP", "-5 GBP"],
    ["($5)", "-5 USD", "-5 CAD"],
    ["CHF 1'200.–", "1200 CHF", "1200 CHF"],
    ["kr 1200", "1200 DKK or 1200 ISK or 1200 NOK or 1200 SEK", "1200 DKK or 1200 ISK or 1200 NOK or 1200 SEK"],
    ["1.200,50 €", "?1200.5", "?1200.5"],
    ["12.500", "12.5 or 12500", "12.5 or 12500"],
    ["-12.500", "-12.5 or -12500", "-12.5 or -12500"],
    ["+12.500", "12.5 or 12500", "12.5 or 12500"],
    ["0.125", "0.125 EUR", "0.125 CAD"],
    ["1.234 KWD", "1.234 KWD", "1.234 KWD"],
    ["0.1234567", "refused", "refused"],
    ["1000000bn", "refused", "refused"],
    ["5 € 200", "refused", "refused"],
    ["EUR 5 $", "refused", "refused"],
    ["5 apples", "refused", "refused"],
  ] as const) {
    assert.equal(read(text, "EUR"), inEuro, text);
    assert.equal(read(text, "CAD"), inCanada, text);
  }
  assert.equal(read("kr 1200", "SEK"), "1200 SEK");
});

test("a whole column says its format where its cells allow one", () => {
  assert.deepEqual(inferNumberFormat(["12.500", "1.200,00 €", "7"]), ["1.234,5"]);
  assert.deepEqual(inferNumberFormat(["12,500", "$1,200.00", "n/a"]), ["1,234.5"]);
  assert.deepEqual(inferNumberFormat(["12.500", "8.000"]), ["1,234.5", "1.234,5", "1'234.5"]);
  assert.deepEqual(inferNumberFormat(["12.5", "8.25"]), ["1,234.5", "1'234.5"]);
  assert.deepEqual(inferNumberFormat(["12", "8"]), [...NUMBER_FORMATS]);
  assert.deepEqual(inferDateFormat(["01.02.2026", "20.11.2026"]), ["day_month_year"]);
  assert.deepEqual(inferDateFormat(["01/02/2026 10:00", "11/20/2026 09:30"]), ["month_day_year"]);
  assert.deepEqual(inferDateFormat(["01/02/2026", "31/02/2026"]), ["day_month_year", "month_day_year"]);
  assert.deepEqual(inferDateFormat(["2026-11-20"]), ["day_month_year", "month_day_year", "year_month_day"]);
});

/** Names that every JavaScript object has: a table that is a plain object finds something under them. */
const OBJECT_NAMES = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"];

test("a name that every object has is no number, no currency and no format", () => {
  for (const name of OBJECT_NAMES) {
    for (const text of [name, `5 ${name}`, `${name} 5`, `5k${name}`, `5 ${name}.`]) {
      for (const format of NUMBER_FORMATS) {
        assert.equal(outcome(readNumber(text, format)), "refused", text);
        assert.ok("problem" in readMoney(text, { currency: "EUR", number: format }), text);
      }
      assert.deepEqual(inferNumberFormat([text]), [...NUMBER_FORMATS], text);
      assert.deepEqual(inferDateFormat([text]), [...DATE_FORMATS], text);
    }
    assert.equal(isCurrency(name), false);
  }
});
