import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addMonths,
  dayAt,
  dayNumber,
  daysBetween,
  longDay,
  monthName,
  relativeDay,
  shortDay,
  weekdayNumber,
  weekdayOf,
} from "./day-text.ts";

const TODAY = "2026-11-15";

test("a day becomes a number of days since 1970 and back", () => {
  assert.equal(dayNumber("1970-01-01"), 0);
  assert.equal(dayAt(1), "1970-01-02");
  assert.equal(dayAt(-1), "1969-12-31");
  for (const day of ["1969-12-31", "2024-02-29", "2026-03-29", "2026-10-25", "2100-01-01"]) assert.equal(dayAt(dayNumber(day)), day);
});

test("days between are negative into the past, and not affected by daylight saving time", () => {
  assert.equal(daysBetween("2026-11-15", "2026-11-18"), 3);
  assert.equal(daysBetween("2026-11-18", "2026-11-15"), -3);
  assert.equal(daysBetween("2026-03-28", "2026-03-30"), 2);
  assert.equal(daysBetween("2026-10-24", "2026-10-26"), 2);
});

const RELATIVE: [day: string, text: string][] = [
  ["2026-11-15", "today"],
  ["2026-11-16", "tomorrow"],
  ["2026-11-14", "yesterday"],
  ["2026-11-18", "in 3 days"],
  ["2026-11-10", "5 days ago"],
  ["2026-11-28", "in 13 days"],
  ["2026-11-29", "in 2 weeks"],
  ["2026-10-25", "3 weeks ago"],
  ["2027-01-13", "in 8 weeks"],
  ["2027-01-14", "in 2 months"],
  ["2027-03-15", "in 4 months"],
  ["2028-11-15", "in 2 years"],
  ["2016-11-15", "10 years ago"],
];

test("a relative day says how far away it is", () => {
  for (const [day, text] of RELATIVE) assert.equal(relativeDay(day, TODAY), text, day);
});

const SHORT: [day: string, text: string][] = [
  ["2026-11-20", "20 Nov"],
  ["2026-01-02", "2 Jan"],
  ["2027-02-01", "1 Feb"],
  ["2027-06-20", "20 Jun 2027"],
  ["2025-11-20", "20 Nov 2025"],
  ["2025-12-31", "31 Dec 2025"],
];

test("a short day has its year if it would be ambiguous", () => {
  for (const [day, text] of SHORT) assert.equal(shortDay(day, TODAY), text, day);
});

test("a long day has its weekday", () => {
  assert.equal(longDay("2026-11-20"), "Fri 20 Nov 2026");
  assert.equal(longDay("1970-01-01"), "Thu 1 Jan 1970");
  assert.equal(weekdayOf("1969-12-28"), "Sun");
  assert.equal(weekdayNumber("2026-11-15"), 0);
  assert.equal(monthName("2026-11-20"), "Nov 2026");
});

const MONTHS_ON: [day: string, months: number, result: string][] = [
  ["2026-11-15", 1, "2026-12-15"],
  ["2026-11-15", 2, "2027-01-15"],
  ["2026-11-15", -11, "2025-12-15"],
  ["2026-01-31", 1, "2026-02-28"],
  ["2024-01-31", 1, "2024-02-29"],
  ["2026-03-31", -1, "2026-02-28"],
  ["2026-10-31", 1, "2026-11-30"],
  ["2024-02-29", 12, "2025-02-28"],
];

test("adding months keeps the day, or takes the last day of a shorter month", () => {
  for (const [day, months, result] of MONTHS_ON) assert.equal(addMonths(day, months), result, `${day} ${months}`);
});
