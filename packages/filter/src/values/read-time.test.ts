import assert from "node:assert/strict";
import test from "node:test";
import { createZone, DEFAULT_FORMATS, readDay, readMoment, type Formats, type Reading } from "../values.ts";

// 14 November 2026, a Saturday, 23:30 in Berlin.
const moment = { now: Date.parse("2026-11-14T22:30:00Z"), zone: createZone("Europe/Berlin") };

const GB: Formats = { ...DEFAULT_FORMATS, country: "GB" };
const US: Formats = { ...DEFAULT_FORMATS, date: "month_day_year", weekStart: 7 };
const DE: Formats = { ...DEFAULT_FORMATS, language: "de" };
const FR: Formats = { ...DEFAULT_FORMATS, language: "fr" };
const SE: Formats = { ...DEFAULT_FORMATS, date: "year_month_day", language: "sv" };
const FI: Formats = { ...DEFAULT_FORMATS, language: "fi" };

/** The value, both readings, the reading that was meant perhaps, or nothing. */
function outcome(reading: Reading<string>): string {
  if ("value" in reading) return reading.value;
  const { readings = [] } = reading;
  return readings.length === 1 ? `refused ${readings.join()}` : readings.join(" or ") || "refused";
}

const DAYS: readonly (readonly [text: string, formats: Formats, outcome: string])[] = [
  ["2026-11-20", GB, "2026-11-20"],
  [" 2026-11-20 ", US, "2026-11-20"],
  ["2026/11/20", GB, "2026-11-20"],
  ["2026.11.20", US, "2026-11-20"],
  ["20261120", DE, "2026-11-20"],
  ["2026-20-11", GB, "refused 2026-11-20"],
  ["20.11.2026", DE, "2026-11-20"],
  ["20. 11. 2026", DE, "2026-11-20"],
  ["20/11/2026", GB, "2026-11-20"],
  ["20-11-2026", GB, "2026-11-20"],
  ["1.2.26", DE, "2026-02-01"],
  ["1.2.71", DE, "1971-02-01"],
  ["05/06/2026", GB, "2026-06-05"],
  ["05/06/2026", US, "2026-05-06"],
  ["05/06/2026", SE, "2026-06-05 or 2026-05-06"],
  ["05.06.2026", US, "2026-06-05 or 2026-05-06"],
  ["05.05.2026", US, "2026-05-05"],
  ["11/20/2026", US, "2026-11-20"],
  ["11/20/2026", GB, "refused 2026-11-20"],
  ["20/11/2026", US, "refused 2026-11-20"],
  ["26-11-20", SE, "2026-11-20"],
  ["26-11-20", GB, "2020-11-26"],
  // Impossible, and never another day.
  ["31.02.2026", DE, "refused"],
  ["2026-02-29", GB, "refused"],
  ["2028-02-29", GB, "2028-02-29"],
  ["9999-12-31", GB, "9999-12-31"],
  ["31 June 2026", GB, "refused"],
  ["00.01.2026", DE, "refused"],
  // Names of months.
  ["20 Nov 2026", GB, "2026-11-20"],
  ["20. November 2026", DE, "2026-11-20"],
  ["Nov 20, 2026", US, "2026-11-20"],
  ["November 20th, 2026", US, "2026-11-20"],
  ["the 20th of November 2026", GB, "2026-11-20"],
  ["20-Nov-26", GB, "2026-11-20"],
  ["2026 Nov 20", GB, "2026-11-20"],
  ["20. Dez. 2026", DE, "2026-12-20"],
  ["20. Dezember 2026", GB, "refused"],
  ["3. März 2026", DE, "2026-03-03"],
  ["3 Maerz 2026", DE, "2026-03-03"],
  ["3 march 2026", DE, "2026-03-03"],
  ["1er août 2026", FR, "2026-08-01"],
  ["1 AOUT 2026", FR, "2026-08-01"],
  ["3 févr. 2026", FR, "2026-02-03"],
  ["3 jui 2026", FR, "2026-06-03 or 2026-07-03"],
  ["3 mar 2026", FI, "2026-11-03 or 2026-03-03"],
  ["Friday, 20 November 2026", GB, "2026-11-20"],
  ["Freitag, 20. November 2026", DE, "2026-11-20"],
  ["Thursday, 20 November 2026", GB, "refused"],
  // Without a year: the next such day.
  ["20.11.", DE, "2026-11-20"],
  ["13/11", GB, "2027-11-13"],
  ["11/20", US, "2026-11-20"],
  ["20 Nov", GB, "2026-11-20"],
  ["29.2.", DE, "2028-02-29"],
  // From today.
  ["today", GB, "2026-11-14"],
  ["Tomorrow", GB, "2026-11-15"],
  ["morgen", DE, "2026-11-15"],
  ["gestern", GB, "refused"],
  ["+5d", GB, "2026-11-19"],
  ["-1m", GB, "2026-10-14"],
  ["friday", GB, "2026-11-20"],
  ["Fr", DE, "2026-11-20"],
  ["saturday", GB, "2026-11-21"],
  ["last friday", GB, "2026-11-13"],
  ["last saturday", GB, "2026-11-07"],
  ["next friday", GB, "2026-11-20"],
  ["next sunday", GB, "2026-11-15 or 2026-11-22"],
  ["end of quarter", GB, "2026-12-31"],
  ["start_of_month", GB, "2026-11-01"],
  ["end_of_week", GB, "2026-11-15"],
  // More than a day.
  ["last week", GB, "refused"],
  ["2026-11", GB, "refused"],
  ["2026-Q4", GB, "refused"],
  ["last_30_days", GB, "refused"],
  ["ytd", GB, "refused"],
  // A moment lies on a day.
  ["2026-11-20T09:30", GB, "2026-11-20"],
  ["2026-11-20 00:00:00", GB, "2026-11-20"],
  ["20.11.2026 00:00", DE, "2026-11-20"],
  ["2026-11-20T09:30:00Z", GB, "2026-11-20"],
  ["2026-11-20T23:30:00Z", GB, "2026-11-20 or 2026-11-21"],
  ["", GB, "refused"],
  ["soon", GB, "refused"],
  ["46346", GB, "refused"],
  ["0001-01-01", GB, "0001-01-01"],
  ["0000-01-01", GB, "refused"],
  [`2026-11-20${" ".repeat(50)}`, GB, "2026-11-20"],
  ["2".repeat(70_000), GB, "refused"],
];

test("a day has one reading or is refused", () => {
  for (const [text, formats, expected] of DAYS) {
    assert.equal(
      outcome(readDay(text, formats, { ...moment, weekStart: formats.weekStart })),
      expected,
      `${text} ${formats.date} ${formats.language}`,
    );
  }
});

const MOMENTS: readonly (readonly [text: string, formats: Formats, outcome: string])[] = [
  ["2026-11-20T09:30:00Z", GB, "2026-11-20T09:30:00.000Z"],
  ["2026-11-20T09:30:00.123456+00:00", GB, "2026-11-20T09:30:00.123Z"],
  ["2026-11-20 09:30:00+00", GB, "2026-11-20T09:30:00.000Z"],
  ["2026-11-20T09:30-0500", GB, "2026-11-20T14:30:00.000Z"],
  // Without an offset the company's time, without a time its midnight.
  ["2026-11-20T09:30", GB, "2026-11-20T08:30:00.000Z"],
  ["2026-11-20 9:30", GB, "2026-11-20T08:30:00.000Z"],
  ["2026-11-20", GB, "2026-11-19T23:00:00.000Z"],
  ["20.11.2026", DE, "2026-11-19T23:00:00.000Z"],
  ["20.11.2026 14:00", DE, "2026-11-20T13:00:00.000Z"],
  ["20.11.2026, 9.30 Uhr", DE, "2026-11-20T08:30:00.000Z"],
  ["20.11.2026 um 14 Uhr", DE, "2026-11-20T13:00:00.000Z"],
  ["20/11/2026 2:30 pm", GB, "2026-11-20T13:30:00.000Z"],
  ["11/20/2026 12 am", US, "2026-11-19T23:00:00.000Z"],
  ["20 novembre 2026 à 14h30", FR, "2026-11-20T13:30:00.000Z"],
  ["20 Nov 2026 14:00:30", GB, "2026-11-20T13:00:30.000Z"],
  ["yesterday 14:00", GB, "2026-11-13T13:00:00.000Z"],
  ["friday at 9am", GB, "2026-11-20T08:00:00.000Z"],
  ["morgen 9:00", DE, "2026-11-15T08:00:00.000Z"],
  ["+5d 09:00", GB, "2026-11-19T08:00:00.000Z"],
  ["9999-12-31", GB, "9999-12-30T23:00:00.000Z"],
  ["now", GB, "2026-11-14T22:30:00.000Z"],
  ["+3h", GB, "2026-11-15T01:30:00.000Z"],
  ["tomorrow", GB, "2026-11-14T23:00:00.000Z"],
  // Clocks were set back at 3 and forward at 2.
  ["2026-10-25 02:30", GB, "2026-10-25T00:30:00.000Z or 2026-10-25T01:30:00.000Z"],
  ["2026-10-25T02:30+01:00", GB, "2026-10-25T01:30:00.000Z"],
  ["2026-03-29 02:30", GB, "refused"],
  ["20.11.2026 25:00", DE, "refused"],
  ["20.11.2026 13 pm", DE, "refused"],
  ["31.02.2026 14:00", DE, "refused"],
  ["14:00", GB, "refused"],
  ["this month", GB, "refused"],
];

test("a moment has one reading or is refused", () => {
  for (const [text, formats, expected] of MOMENTS) assert.equal(outcome(readMoment(text, formats, moment)), expected, text);
});

test("a name that every JavaScript object has is no day, no month and no time", () => {
  for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"]) {
    for (const text of [name, `last ${name}`, `20 ${name} 2026`, `${name} 14:00`, `+5${name}`]) {
      for (const formats of [GB, US, DE, FR, SE, FI]) {
        assert.equal(outcome(readDay(text, formats, moment)), "refused", text);
        assert.equal(outcome(readMoment(text, formats, moment)), "refused", text);
      }
    }
  }
});
