import assert from "node:assert/strict";
import test from "node:test";
import { DATE_NAMES, createZone, dayRanges, instantRanges, parseDate, printDate, type DateExpression, type Weekday } from "../index.ts";

const date = (text: string): DateExpression => parseDate(text) ?? assert.fail(`${text} is not a date`);
const iso = (time: number | undefined) => (time === undefined ? "" : new Date(time).toISOString().replace(":00.000Z", "Z"));

function instants(text: string, now: string, timeZone: string): string {
  const moment = { now: Date.parse(now), zone: createZone(timeZone) };
  return instantRanges({ op: "in", values: [date(text)] }, moment)
    .map(({ start, end }) => `${iso(start)}/${iso(end)}`)
    .join();
}

function days(text: string, now: string, timeZone: string): string {
  const moment = { now: Date.parse(now), zone: createZone(timeZone) };
  return dayRanges({ op: "in", values: [date(text)] }, moment)
    .map(({ first, last }) => `${first}/${last}`)
    .join();
}

// 14 November 2026, a Saturday, 23:30 in Berlin: in UTC it is the same day still, in Kolkata and Apia the next.
const NOW = "2026-11-14T22:30:00Z";

const DAYS: readonly (readonly [text: string, days: string])[] = [
  ["now", "2026-11-14/2026-11-14"],
  ["today", "2026-11-14/2026-11-14"],
  ["yesterday", "2026-11-13/2026-11-13"],
  ["tomorrow", "2026-11-15/2026-11-15"],
  ["-14d", "2026-10-31/2026-10-31"],
  ["+30d", "2026-12-14/2026-12-14"],
  ["+3w", "2026-12-05/2026-12-05"],
  ["+3m", "2027-02-14/2027-02-14"],
  ["-1q", "2026-08-14/2026-08-14"],
  ["-1y", "2025-11-14/2025-11-14"],
  ["+1h", "2026-11-15/2026-11-15"],
  ["this_week", "2026-11-09/2026-11-15"],
  ["last_week", "2026-11-02/2026-11-08"],
  ["next_week", "2026-11-16/2026-11-22"],
  ["this_month", "2026-11-01/2026-11-30"],
  ["last_month", "2026-10-01/2026-10-31"],
  ["next_month", "2026-12-01/2026-12-31"],
  ["this_quarter", "2026-10-01/2026-12-31"],
  ["last_quarter", "2026-07-01/2026-09-30"],
  ["next_quarter", "2027-01-01/2027-03-31"],
  ["this_year", "2026-01-01/2026-12-31"],
  ["last_year", "2025-01-01/2025-12-31"],
  ["2026-11-14", "2026-11-14/2026-11-14"],
  ["2026-02", "2026-02-01/2026-02-28"],
  ["2028-02", "2028-02-01/2028-02-29"],
  ["2026", "2026-01-01/2026-12-31"],
  ["2026-Q4", "2026-10-01/2026-12-31"],
  ["2026-11-14T23:30Z", "2026-11-15/2026-11-15"],
  // 14 November is a Saturday.
  ["friday", "2026-11-20/2026-11-20"],
  ["saturday", "2026-11-21/2026-11-21"],
  ["last_friday", "2026-11-13/2026-11-13"],
  ["last_saturday", "2026-11-07/2026-11-07"],
  ["last_1_days", "2026-11-14/2026-11-14"],
  ["last_30_days", "2026-10-16/2026-11-14"],
  ["next_7_days", "2026-11-14/2026-11-20"],
  ["last_3_months", "2026-08-15/2026-11-14"],
  ["next_1_years", "2026-11-14/2027-11-13"],
  ["wtd", "2026-11-09/2026-11-14"],
  ["mtd", "2026-11-01/2026-11-14"],
  ["qtd", "2026-10-01/2026-11-14"],
  ["ytd", "2026-01-01/2026-11-14"],
  ["start_of_quarter", "2026-10-01/2026-10-01"],
  ["end_of_quarter", "2026-12-31/2026-12-31"],
  ["end_of_week", "2026-11-15/2026-11-15"],
  ["yesterday 14:00", "2026-11-13/2026-11-13"],
];

test("each date means its days, in the company's time zone", () => {
  for (const [text, expected] of DAYS) assert.equal(days(text, NOW, "Europe/Berlin"), expected, text);
  assert.equal(days("today", NOW, "Asia/Kolkata"), "2026-11-15/2026-11-15");
  assert.equal(days("today", NOW, "America/New_York"), "2026-11-14/2026-11-14");
});

test("a week starts on the company's day", () => {
  const week = (text: string, weekStart: Weekday) => {
    const moment = { now: Date.parse(NOW), zone: createZone("UTC"), weekStart };
    const [range] = dayRanges({ op: "in", values: [date(text)] }, moment);
    return `${range?.first}/${range?.last}`;
  };
  assert.equal(week("this_week", 1), "2026-11-09/2026-11-15");
  assert.equal(week("this_week", 6), "2026-11-14/2026-11-20");
  assert.equal(week("this_week", 7), "2026-11-08/2026-11-14");
  assert.equal(week("last_week", 7), "2026-11-01/2026-11-07");
  assert.equal(week("end_of_week", 7), "2026-11-14/2026-11-14");
  assert.equal(week("wtd", 6), "2026-11-14/2026-11-14");
});

test("a month from the end of a month is the end of the next", () => {
  assert.equal(days("+1m", "2026-01-31T12:00:00Z", "UTC"), "2026-02-28/2026-02-28");
  assert.equal(days("-1q", "2026-05-31T12:00:00Z", "UTC"), "2026-02-28/2026-02-28");
  assert.equal(days("-1y", "2028-02-29T12:00:00Z", "UTC"), "2027-02-28/2027-02-28");
});

const INSTANTS: readonly (readonly [text: string, now: string, timeZone: string, instants: string])[] = [
  ["now", NOW, "UTC", "2026-11-14T22:30Z/2026-11-14T22:30:00.001Z"],
  ["yesterday 14:00", NOW, "Europe/Berlin", "2026-11-13T13:00Z/2026-11-13T13:01Z"],
  ["last_2_days", NOW, "Europe/Berlin", "2026-11-12T23:00Z/2026-11-14T23:00Z"],
  ["-3h", NOW, "Europe/Berlin", "2026-11-14T19:30Z/2026-11-14T19:30:00.001Z"],
  ["today", NOW, "Europe/Berlin", "2026-11-13T23:00Z/2026-11-14T23:00Z"],
  ["today", NOW, "America/New_York", "2026-11-14T05:00Z/2026-11-15T05:00Z"],
  ["today", NOW, "Asia/Kolkata", "2026-11-14T18:30Z/2026-11-15T18:30Z"],
  ["today", NOW, "Pacific/Apia", "2026-11-14T11:00Z/2026-11-15T11:00Z"],
  // Berlin: 23 hours in March, 25 in October.
  ["2026-03-29", NOW, "Europe/Berlin", "2026-03-28T23:00Z/2026-03-29T22:00Z"],
  ["2026-10-25", NOW, "Europe/Berlin", "2026-10-24T22:00Z/2026-10-25T23:00Z"],
  ["2026-10", NOW, "Europe/Berlin", "2026-09-30T22:00Z/2026-10-31T23:00Z"],
  ["2026-03-08", NOW, "America/New_York", "2026-03-08T05:00Z/2026-03-09T04:00Z"],
  ["2026-11-01", NOW, "America/New_York", "2026-11-01T04:00Z/2026-11-02T05:00Z"],
  ["-1d", "2026-10-26T11:00:00Z", "Europe/Berlin", "2026-10-24T22:00Z/2026-10-25T23:00Z"],
  ["-24h", "2026-10-26T11:00:00Z", "Europe/Berlin", "2026-10-25T11:00Z/2026-10-25T11:00:00.001Z"],
  // Apia went over the date line: it had no 30 December 2011.
  ["2011-12-29", NOW, "Pacific/Apia", "2011-12-29T10:00Z/2011-12-30T10:00Z"],
  ["2011-12-30", NOW, "Pacific/Apia", "2011-12-30T10:00Z/2011-12-30T10:00Z"],
  ["2011-12-31", NOW, "Pacific/Apia", "2011-12-30T10:00Z/2011-12-31T10:00Z"],
  // Midnight itself was skipped, or came twice.
  ["2018-11-04", NOW, "America/Sao_Paulo", "2018-11-04T03:00Z/2018-11-05T02:00Z"],
  ["2018-02-17", NOW, "America/Sao_Paulo", "2018-02-17T02:00Z/2018-02-18T03:00Z"],
  ["2025-11-02", NOW, "America/Havana", "2025-11-02T04:00Z/2025-11-03T05:00Z"],
  // A time means as much as was written of it; without an offset it is local, the first of two, or the change that skipped it.
  ["2026-11-14T09:30", NOW, "Europe/Berlin", "2026-11-14T08:30Z/2026-11-14T08:31Z"],
  ["2026-11-14T09:30:15", NOW, "Europe/Berlin", "2026-11-14T08:30:15.000Z/2026-11-14T08:30:16.000Z"],
  ["2026-11-14T09:30:15.5", NOW, "UTC", "2026-11-14T09:30:15.500Z/2026-11-14T09:30:15.501Z"],
  ["2026-11-14T09:30Z", NOW, "Europe/Berlin", "2026-11-14T09:30Z/2026-11-14T09:31Z"],
  ["2026-11-14T09:30-05:00", NOW, "Europe/Berlin", "2026-11-14T14:30Z/2026-11-14T14:31Z"],
  ["2026-10-25T02:30", NOW, "Europe/Berlin", "2026-10-25T00:30Z/2026-10-25T00:31Z"],
  ["2026-03-29T02:30", NOW, "Europe/Berlin", "2026-03-29T01:00Z/2026-03-29T01:01Z"],
  // Long ago, before time zones were whole minutes, and far ahead.
  ["1500-01-01", NOW, "UTC", "1500-01-01T00:00Z/1500-01-02T00:00Z"],
  ["1880-01-01", NOW, "Europe/Berlin", "1879-12-31T23:06:32.000Z/1880-01-01T23:06:32.000Z"],
  ["9999", NOW, "UTC", "9999-01-01T00:00Z/"],
];

test("each date means its instants, whatever the clocks do", () => {
  for (const [text, now, timeZone, expected] of INSTANTS) assert.equal(instants(text, now, timeZone), expected, `${text} in ${timeZone}`);
});

test("comparisons go by the start and the end of the stretch", () => {
  const moment = { now: Date.parse(NOW), zone: createZone("UTC") };
  const [start, end] = [Date.parse("2026-11-01"), Date.parse("2026-12-01")];
  const value = date("2026-11");
  assert.deepEqual(instantRanges({ op: "gt", value }, moment), [{ start: end }]);
  assert.deepEqual(instantRanges({ op: "gte", value }, moment), [{ start }]);
  assert.deepEqual(instantRanges({ op: "lt", value }, moment), [{ end: start }]);
  assert.deepEqual(instantRanges({ op: "lte", value }, moment), [{ end }]);
  assert.deepEqual(instantRanges({ op: "between", from: value, to: date("2027") }, moment), [{ start, end: Date.parse("2028-01-01") }]);
  assert.deepEqual(dayRanges({ op: "gt", value }, moment), [{ first: "2026-12-01" }]);
  assert.deepEqual(dayRanges({ op: "lt", value }, moment), [{ last: "2026-10-31" }]);
  assert.deepEqual(dayRanges({ op: "between", to: value }, moment), [{ last: "2026-11-30" }]);
});

test("the calendar ends with the year 9999: nothing lies beyond, and up to it is up to the end", () => {
  const moment = { now: Date.parse(NOW), zone: createZone("UTC") };
  const [value, beyond] = [date("9999"), date("9999-12-31T23:59-14:00")];
  for (const ranges of [instantRanges, dayRanges]) {
    assert.deepEqual(ranges({ op: "gt", value }, moment), []);
    assert.deepEqual(ranges({ op: "lte", value }, moment), [{}]);
    assert.deepEqual(ranges({ op: "in", values: [beyond] }, moment), []);
    assert.deepEqual(ranges({ op: "lt", value: beyond }, moment), [{}]);
  }
  assert.deepEqual(dayRanges({ op: "in", values: [value] }, moment), [{ first: "9999-01-01" }]);
});

test("the days of a zone follow one another without gap or overlap", () => {
  for (const timeZone of [
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kolkata",
    "Pacific/Apia",
    "America/Sao_Paulo",
    "Asia/Beirut",
    "Australia/Lord_Howe",
  ]) {
    const zone = createZone(timeZone);
    let last = zone.instantOf(Date.UTC(2009, 11, 31));
    for (let day = Date.UTC(2010, 0, 1); day < Date.UTC(2014, 0, 1); day += 86_400_000) {
      const start = zone.instantOf(day);
      const length = (start - last) / 3_600_000;
      assert.ok(length === 0 || (length >= 22.5 && length <= 25.5), `${timeZone} ${new Date(day).toISOString()} ${length} h`);
      assert.ok(zone.wallAt(start) >= day && zone.wallAt(start - 1) < day);
      last = start;
    }
  }
});

test("a date has one spelling, and what is not on the calendar is no date", () => {
  for (const text of [
    ...DATE_NAMES,
    "-14d",
    "+0h",
    "2026",
    "2026-11",
    "2026-11-14",
    "2026-11-14T09:30:15.123+05:30",
    "2026-Q1",
    "last_30_days",
    "next_2_quarters",
    "+5d 09:00",
  ]) {
    assert.equal(printDate(date(text)), text);
  }
  const wrong =
    "2026-13 2026-02-29 2026-1-1 0026-01-01 26-01-01 2026-11-14T24:00 2026-11-14T9:30 2026-11-14T09:30+15:00 14d -d -1x -36501d +101y last_0_days last_36501_days 2026-Q5 today_14:00 this_day today1".split(
      " ",
    );
  for (const text of [...wrong, "", "this_month 14:00", "+3h 14:00"]) assert.equal(parseDate(text), undefined, text);
  assert.throws(() => createZone("Mars/Olympus"), RangeError);
});
