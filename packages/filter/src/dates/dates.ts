import type { Comparison } from "../checked.ts";
import { DAY_MS, addPeriods, dayOf, parseDay, printDay, startOf, weekdayOf } from "./calendar.ts";
import type { DateExpression, DateUnit, DayName } from "./date-text.ts";
import type { Period, Weekday } from "./calendar.ts";
import type { Zone } from "./zone.ts";

/** When and where a filter runs. */
export interface Moment {
  /** Milliseconds since 1970. */
  now: number;
  zone: Zone;
  /** The first day of a week; Monday if left out. */
  weekStart?: Weekday;
}

/** From `start` on and before `end`, in milliseconds since 1970. A side that is missing is open. */
export interface InstantRange {
  start?: number;
  end?: number;
}

/** From `first` to `last`, both included, as `2026-11-14`. A side that is missing is open. */
export interface DayRange {
  first?: string;
  last?: string;
}

/** What a comparison means for a datetime: it lies in one of these ranges. */
export function instantRanges(comparison: Comparison<DateExpression>, moment: Moment): InstantRange[] {
  const ranges = rangesOf(comparison, (date) => {
    const { of, start, end } = spanOf(date, moment);
    return of === "instants" ? { start, end } : { start: moment.zone.instantOf(start), end: moment.zone.instantOf(end) };
  });
  return onCalendar(ranges);
}

/** What a comparison means for a date without a time: it lies in one of these ranges. */
export function dayRanges(comparison: Comparison<DateExpression>, moment: Moment): DayRange[] {
  const ranges = rangesOf(comparison, (date) => {
    const { of, start, end } = spanOf(date, moment);
    const wallDay = (instant: number) => dayOf(moment.zone.wallAt(instant));
    return of === "days" ? { start, end } : { start: wallDay(start), end: wallDay(end - 1) + DAY_MS };
  });
  return onCalendar(ranges).map(({ start, end }) => ({
    ...(start !== undefined && { first: printDay(start) }),
    ...(end !== undefined && { last: printDay(end - DAY_MS) }),
  }));
}

/** Years have four digits, in fields as in filters. */
const END_OF_CALENDAR = Date.UTC(10_000, 0, 1);

/** Cuts ranges at the end of the calendar. Days are compared as text, and a year of five digits would sort before all others. */
const onCalendar = (ranges: readonly InstantRange[]): InstantRange[] =>
  ranges
    .filter(({ start }) => start === undefined || start < END_OF_CALENDAR)
    .map(({ start, end }) => ({
      ...(start !== undefined && { start }),
      ...(end !== undefined && end < END_OF_CALENDAR && { end }),
    }));

/** A range from `start` up to, but without, `end`: calendar days, or instants. */
interface Range {
  start: number;
  end: number;
}
interface Span extends Range {
  of: "days" | "instants";
}

/** Equal means inside the range; `>` is after all of it, `>=` from its start, `<` before its start, `<=` up to its end. */
function rangesOf(comparison: Comparison<DateExpression>, resolve: (date: DateExpression) => Range): InstantRange[] {
  if (comparison.op === "in") return comparison.values.map(resolve);
  if (comparison.op === "between") {
    const { from, to } = comparison;
    return [{ ...(from && { start: resolve(from).start }), ...(to && { end: resolve(to).end }) }];
  }
  const { start, end } = resolve(comparison.value);
  return [{ lt: { end: start }, lte: { end }, gt: { start: end }, gte: { start } }[comparison.op]];
}

const HOUR_MS = 3_600_000;
const STEPS: Record<Exclude<DateUnit, "h">, Period> = { d: "day", w: "week", m: "month", q: "quarter", y: "year" };

function spanOf(date: DateExpression, moment: Moment): Span {
  const { now, zone, weekStart } = moment;
  const today = () => dayOf(zone.wallAt(now));
  switch (date.kind) {
    case "now":
      return { of: "instants", start: now, end: now + 1 };
    case "time":
      return timeSpan(date.text, zone);
    case "date":
      return periodSpan(parseDay(date.text), date.unit);
    case "at":
      return timeSpan(`${printDay(dayNamed(date.day, today(), weekStart))}T${date.time}`, zone);
    case "span":
      return date.direction === "last"
        ? { of: "days", start: addPeriods(today(), date.unit, -date.amount) + DAY_MS, end: today() + DAY_MS }
        : { of: "days", start: today(), end: addPeriods(today(), date.unit, date.amount) };
    case "to_date":
      return { of: "days", start: startOf(date.unit, today(), weekStart), end: today() + DAY_MS };
    case "period":
      return periodSpan(addPeriods(startOf(date.unit, today(), weekStart), date.unit, date.offset), date.unit);
    case "weekday":
    case "edge":
      return periodSpan(dayNamed(date, today(), weekStart), "day");
  }
  if (date.unit !== "h") return periodSpan(dayNamed(date, today(), weekStart), "day");
  const start = now + date.amount * HOUR_MS;
  return { of: "instants", start, end: start + 1 };
}

/** The day that a name means today. Of hours it is asked for no day. */
function dayNamed(name: DayName, today: number, weekStart: Weekday | undefined): number {
  switch (name.kind) {
    case "relative":
      return name.unit === "h" ? today : addPeriods(today, STEPS[name.unit], name.amount);
    case "period":
      return addPeriods(today, "day", name.offset);
    case "weekday": {
      const days = (name.weekday - weekdayOf(today) + 7) % 7;
      return today + (name.direction === "next" ? days || 7 : days - 7) * DAY_MS;
    }
  }
  const start = startOf(name.unit, today, weekStart);
  return name.edge === "start" ? start : addPeriods(start, name.unit, 1) - DAY_MS;
}

const periodSpan = (start: number, period: Period): Span => ({ of: "days", start, end: addPeriods(start, period, 1) });

/** A time means as much as was written of it: the minute, the second or the millisecond. */
function timeSpan(text: string, zone: Zone): Span {
  const [, minute = "", seconds = "", fraction = "", offset = ""] = /^(.{16})(:\d\d)?(\.\d+)?(.*)$/.exec(text) ?? [];
  const length = fraction ? 1 : seconds ? 1_000 : 60_000;
  const local = `${minute}${seconds || ":00"}${(fraction || ".").padEnd(4, "0")}`;
  const start = offset ? Date.parse(local + offset) : zone.instantOf(Date.parse(`${local}Z`));
  return { of: "instants", start, end: start + length };
}
