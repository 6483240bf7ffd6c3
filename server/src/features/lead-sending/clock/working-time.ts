import { zoneNamed } from "@kith/filter";
import { DAY_MS, MINUTE_MS } from "../../../kernel/clock.ts";
import type { WeekHours } from "../decide/hours.ts";

interface Span {
  from: number;
  to: number;
}

/** Who works an hour a year gets a time that is far off, and not a loop without end. */
const MAX_DAYS = 1_500;

/**
 * When so many minutes of working time are over. Without hours the clock always runs. The times of a day are those on the clock in
 * that zone, so a day on which the clocks change has an hour more or less.
 */
export function addWorkingTime(hours: WeekHours | null, from: Date, minutes: number): Date {
  let left = minutes * MINUTE_MS;
  if (!hours || hours.days.length === 0) return new Date(from.getTime() + left);
  for (const span of spansFrom(hours, from.getTime())) {
    if (span.to - span.from >= left) return new Date(span.from + left);
    left -= span.to - span.from;
  }
  return new Date(from.getTime() + MAX_DAYS * DAY_MS);
}

/** Minutes of working time between two moments. */
export function workingMinutes(hours: WeekHours | null, from: Date, to: Date): number {
  const end = to.getTime();
  if (!hours || hours.days.length === 0) return Math.max(0, Math.floor((end - from.getTime()) / MINUTE_MS));
  let worked = 0;
  for (const span of spansFrom(hours, from.getTime())) {
    if (span.from >= end) break;
    worked += Math.min(span.to, end) - span.from;
  }
  return Math.floor(worked / MINUTE_MS);
}

/** The working times after a moment, in order, none overlapping. */
function* spansFrom(hours: WeekHours, from: number): Generator<Span> {
  const zone = zoneNamed(hours.zone);
  // From the day before: its hours may end after midnight.
  const firstDay = Math.floor(zone.wallAt(from) / DAY_MS) - 1;
  let reached = from;
  for (let day = firstDay; day < firstDay + MAX_DAYS; day++) {
    const spans = hours.days.filter((one) => one.day === dayOfWeek(day)).map((one) => wallSpan(day, one));
    for (const wall of spans.sort((one, other) => one.from - other.from)) {
      const start = Math.max(zone.instantOf(wall.from), reached);
      const end = zone.instantOf(wall.to);
      if (end <= start) continue;
      yield { from: start, to: end };
      reached = end;
    }
  }
}

/** 1 is Monday. Day 0, 1 January 1970, was a Thursday. */
const dayOfWeek = (day: number) => ((((day + 3) % 7) + 7) % 7) + 1;

function wallSpan(day: number, { from, to }: WeekHours["days"][number]): Span {
  const start = day * DAY_MS + minuteOf(from) * MINUTE_MS;
  const end = day * DAY_MS + minuteOf(to) * MINUTE_MS;
  return { from: start, to: end > start ? end : end + DAY_MS };
}

const minuteOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
