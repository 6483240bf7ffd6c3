import { isMoment, type DateExpression } from "../dates/date-text.ts";
import { dayRanges, instantRanges, type Moment } from "../dates/dates.ts";
import { quoted, twoDates } from "../dates/date-errors.ts";
import { readDate, type DateFormats } from "../dates/read-date.ts";
import type { Reading } from "./formats.ts";

/** Reads a day: the day itself as `2026-11-20`. A moment lies on the day that the company's clocks show. */
export function readDay(given: string, formats: DateFormats, moment: Moment): Reading<string> {
  const date = readDate(given, formats, moment);
  if (!("value" in date)) return date;
  if (isOneDay(date.value)) return { value: date.value.text };
  const [range] = dayRanges({ op: "in", values: [date.value] }, moment);
  if (range?.first === undefined || range.first !== range.last) return severalDays(given);
  const written = date.value.kind === "time" ? date.value.text.slice(0, 10) : range.first;
  // 23:30 in UTC is the next day in Berlin: whoever wrote it may mean either.
  return written === range.first ? { value: written } : twoDates(given, [written, range.first]);
}

/** Reads a moment, as `2026-11-20T08:30:00.000Z`. Without a time it is the start of the day in the company's time zone. */
export function readMoment(given: string, formats: DateFormats, moment: Moment): Reading<string> {
  const date = readDate(given, formats, moment);
  if (!("value" in date)) return date;
  const comparison = { op: "in", values: [date.value] } as const;
  const [days] = isMoment(date.value) || isOneDay(date.value) ? [] : dayRanges(comparison, moment);
  const [instants] = instantRanges(comparison, moment);
  if (instants?.start === undefined || days?.first !== days?.last) return severalDays(given);
  if (instants.start < FIRST_MOMENT) return { problem: `${quoted(given)} is before the year 1 in UTC. Write a later time.` };
  return ofLocalTime(given, date.value, instants.start, moment) ?? { value: iso(instants.start) };
}

/** PostgreSQL has no year 0, and text with a sign before the year would be sorted wrongly. */
const FIRST_MOMENT = Date.parse("0001-01-01T00:00:00Z");

const isOneDay = (date: DateExpression): date is DateExpression & { kind: "date" } => date.kind === "date" && date.unit === "day";

const iso = (instant: number) => new Date(instant).toISOString();

const severalDays = (given: string) => ({ problem: `${quoted(given)} is more than one day. Write one day.` });

const MINUTE_MS = 60_000;
/** By so much clocks are set back, somewhere. */
const SET_BACK = [20, 30, 40, 60, 120].map((minutes) => minutes * MINUTE_MS);

/** When clocks change, a local time comes twice or never. */
function ofLocalTime(given: string, date: DateExpression, instant: number, { zone }: Moment): Reading<string> | undefined {
  const text = date.kind === "time" ? date.text : date.kind === "at" ? `T${date.time}` : "";
  const isLocal = text !== "" && !/(?:Z|[+-]\d\d:\d\d)$/.test(text.slice(text.indexOf("T")));
  if (!isLocal) return undefined;
  const wall = zone.wallAt(instant);
  const clock = new Date(wall).toISOString().slice(11, 16);
  if (!text.slice(text.indexOf("T")).startsWith(`T${clock}`)) {
    return { problem: `${quoted(given)} is a time that clocks skipped that day. Write another, or add the offset from UTC.` };
  }
  const again = SET_BACK.map((ms) => instant + ms).find((later) => zone.wallAt(later) === wall);
  return again === undefined ? undefined : twoDates(given, [iso(instant), iso(again)]);
}
