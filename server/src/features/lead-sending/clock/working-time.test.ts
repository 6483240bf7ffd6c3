import assert from "node:assert/strict";
import { test } from "node:test";
import { addWorkingTime, workingMinutes } from "./working-time.ts";
import { stopwatch, within } from "../../../../test/measured.ts";
import { NOW } from "../../../../test/moments.ts";

const week = (zone: string, from: string, to: string, days = [1, 2, 3, 4, 5]) => ({ zone, days: days.map((day) => ({ day, from, to })) });
const BERLIN = week("Europe/Berlin", "08:00", "18:00");
const due = (hours: typeof BERLIN | null, from: string, minutes: number) => addWorkingTime(hours, new Date(from), minutes).toISOString();

test("without hours the clock always runs", () => {
  assert.equal(due(null, "2026-11-14T22:00:00.000Z", 90), "2026-11-14T23:30:00.000Z");
});

test("a lead of Friday evening is due on Monday morning", () => {
  assert.equal(due(BERLIN, "2026-11-13T16:30:00.000Z", 60), "2026-11-16T07:30:00.000Z", "half an hour on Friday, half on Monday");
  assert.equal(due(BERLIN, "2026-11-14T10:00:00.000Z", 30), "2026-11-16T07:30:00.000Z", "Saturday does not count");
  assert.equal(due(BERLIN, "2026-11-16T09:00:00.000Z", 30), "2026-11-16T09:30:00.000Z");
});

test("the week in which the clocks change has the right hours", () => {
  // 25 October 2026: from +02:00 to +01:00, so Monday 08:00 is an hour later in UTC.
  assert.equal(due(BERLIN, "2026-10-23T15:45:00.000Z", 30), "2026-10-26T07:15:00.000Z");
  // 29 March 2026: the other way round.
  assert.equal(due(BERLIN, "2026-03-27T16:45:00.000Z", 30), "2026-03-30T06:15:00.000Z");
});

test("a night shift over the change of the clocks is an hour longer or shorter", () => {
  const night = week("Europe/Berlin", "22:00", "06:00", [6]);
  assert.equal(workingMinutes(night, new Date("2026-10-24T12:00:00Z"), new Date("2026-10-26T12:00:00Z")), 9 * 60);
  assert.equal(workingMinutes(night, new Date("2026-03-28T12:00:00Z"), new Date("2026-03-30T12:00:00Z")), 7 * 60);
  // Begun before midnight, due after it.
  assert.equal(due(night, "2026-11-14T22:30:00.000Z", 60), "2026-11-14T23:30:00.000Z");
  assert.equal(due(night, "2026-11-15T00:30:00.000Z", 60), "2026-11-15T01:30:00.000Z", "the day before is still open");
});

test("a zone of half an hour is right, and so is one that changes by half an hour", () => {
  const india = week("Asia/Kolkata", "09:00", "17:00");
  assert.equal(due(india, "2026-11-16T03:00:00.000Z", 30), "2026-11-16T04:00:00.000Z", "09:00 is 03:30 in UTC");
  const howe = week("Australia/Lord_Howe", "00:00", "24:00", [7]);
  // 4 October 2026: the clocks go forward by half an hour.
  assert.equal(workingMinutes(howe, new Date("2026-10-03T00:00:00Z"), new Date("2026-10-05T00:00:00Z")), 23.5 * 60);
});

test("hours that overlap count once, and what is due can be measured back", () => {
  const split = { zone: "Europe/Berlin", days: [...week("", "08:00", "12:00").days, ...week("", "11:00", "15:00").days] };
  assert.equal(workingMinutes(split, new Date("2026-11-16T00:00:00Z"), new Date("2026-11-17T00:00:00Z")), 7 * 60);
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let turn = 0; turn < 300; turn++) {
    const hours = [BERLIN, split, week("America/New_York", "20:00", "04:00", [1, 3, 7]), week("Asia/Kolkata", "09:30", "17:15", [2])][
      turn % 4
    ];
    assert.ok(hours);
    const from = new Date(Date.UTC(2026, 0, 1) + random(400 * 24 * 60) * 60_000);
    const minutes = 1 + random(5_000);
    assert.equal(
      workingMinutes(hours, from, addWorkingTime(hours, from, minutes)),
      minutes,
      `${hours.zone} ${from.toISOString()} ${minutes}`,
    );
  }
});

test("hours that never come end the search", () => {
  const took = stopwatch();
  addWorkingTime(week("Europe/Berlin", "08:00", "08:01", [1]), NOW, 20_160);
  assert.ok(took() < within(1_000));
});
