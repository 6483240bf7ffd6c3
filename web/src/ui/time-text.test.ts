import assert from "node:assert/strict";
import { test } from "node:test";
import { absolute, dayHeading, dayOf, relative, shortDate, timeOfDay } from "./time-text.ts";

const BERLIN = "Europe/Berlin";
const NOW = new Date("2026-11-17T13:05:09Z"); // 14:05:09 in Berlin, a Tuesday

const RELATIVE: [at: string, text: string][] = [
  ["2026-11-17T13:05:09Z", "just now"],
  ["2026-11-17T13:04:10Z", "just now"],
  ["2026-11-17T13:05:40Z", "just now"],
  ["2026-11-17T13:04:09Z", "1 min ago"],
  ["2026-11-17T12:06:00Z", "59 min ago"],
  ["2026-11-17T12:05:09Z", "1 h ago"],
  ["2026-11-16T23:30:00Z", "13 h ago"],
  ["2026-11-16T22:30:00Z", "yesterday"],
  ["2026-11-15T23:30:00Z", "yesterday"],
  ["2026-11-15T22:30:00Z", "15 Nov"],
  ["2026-01-02T12:00:00Z", "2 Jan"],
  ["2025-11-17T12:00:00Z", "17 Nov 2025"],
  ["2026-11-17T13:15:09Z", "in 10 min"],
  ["2026-11-17T16:05:09Z", "in 3 h"],
  ["2026-11-18T13:05:09Z", "in 1 day"],
  ["2026-11-23T13:05:09Z", "in 6 days"],
];

test("a relative time says how long ago it was, with days in the company's time zone", () => {
  for (const [at, text] of RELATIVE) assert.equal(relative(new Date(at), NOW, BERLIN), text, at);
});

test("the same moment can be another day in another zone", () => {
  const late = new Date("2026-11-17T23:30:00Z");
  assert.equal(dayOf(late, "UTC"), "2026-11-17");
  assert.equal(dayOf(late, BERLIN), "2026-11-18");
  assert.equal(dayOf(late, "America/New_York"), "2026-11-17");
  assert.equal(dayOf(late, BERLIN), "2026-11-18", "asked again");
});

test("an exact time has weekday, date, year, seconds and zone", () => {
  assert.equal(absolute(NOW, BERLIN), "Tue 17 Nov 2026, 14:05:09 CET");
  assert.equal(absolute(new Date("2026-07-01T00:00:00Z"), "UTC"), "Wed 1 Jul 2026, 00:00:00 UTC");
});

test("a short date leaves out the current year", () => {
  assert.equal(shortDate(NOW, NOW, BERLIN), "17 Nov");
  assert.equal(shortDate(new Date("2025-12-31T23:30:00Z"), NOW, BERLIN), "1 Jan");
  assert.equal(shortDate(new Date("2025-12-31T23:30:00Z"), NOW, "UTC"), "31 Dec 2025");
});

test("a time of day is in the given zone", () => {
  assert.equal(timeOfDay(NOW, BERLIN), "14:05");
  assert.equal(timeOfDay(NOW, "America/New_York"), "08:05");
});

const HEADINGS: [at: string, text: string][] = [
  ["2026-11-17T00:30:00Z", "Today"],
  ["2026-11-16T23:30:00Z", "Today"],
  ["2026-11-16T12:00:00Z", "Yesterday"],
  ["2026-11-14T12:00:00Z", "Sat 14 Nov"],
  ["2025-11-14T12:00:00Z", "Fri 14 Nov 2025"],
];

test("a list of days has its headings", () => {
  for (const [at, text] of HEADINGS) assert.equal(dayHeading(new Date(at), NOW, BERLIN), text, at);
});

test("more moments than the cache holds are still correct", () => {
  for (let minute = 0; minute < 2_500; minute++) dayOf(new Date(minute * 60_000), "UTC");
  assert.equal(dayOf(new Date(0), "UTC"), "1970-01-01");
});
