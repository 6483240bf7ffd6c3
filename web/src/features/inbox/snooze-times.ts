import { dayOf, timeOfDay } from "../../ui/time-text.ts";
import { dayAt, dayNumber, weekdayNumber, weekdayOf } from "../../ui/day-text.ts";

const HOUR_MS = 3_600_000;
const MORNING = "09:00";
/** Nobody reads mail after this: "later today" is not offered then. */
const LAST_HOUR = 18;

export interface SnoozeTime {
  label: string;
  at: Date;
}

/** When a conversation may come back: later today, tomorrow, at the start of next week, in a week. In the company's time. */
export function snoozeTimes(now: Date, zone: string): SnoozeTime[] {
  const today = dayNumber(dayOf(now, zone));
  const later = new Date(Math.ceil((now.getTime() + 3 * HOUR_MS) / (HOUR_MS / 2)) * (HOUR_MS / 2));
  const isToday = dayOf(later, zone) === dayOf(now, zone) && Number(timeOfDay(later, zone).slice(0, 2)) < LAST_HOUR;
  const morning = (days: number) => instantOf(dayAt(today + days), MORNING, zone);
  const toMonday = daysToMonday(dayAt(today));
  return [
    ...(isToday ? [{ label: "Later today", at: later }] : []),
    { label: "Tomorrow", at: morning(1) },
    // On a Sunday the next Monday is tomorrow.
    ...(toMonday > 1 ? [{ label: "Next Monday", at: morning(toMonday) }] : []),
    { label: "In a week", at: morning(7) },
  ];
}

/** The moment at which clocks in that zone show this day and time. A time that the clocks skip becomes the one after it. */
export function instantOf(day: string, time: string, zone: string): Date {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  const shownAt = (at: number) => Date.parse(`${dayOf(new Date(at), zone)}T${timeOfDay(new Date(at), zone)}:00Z`);
  const first = wanted - (shownAt(wanted) - wanted);
  // The first guess may be on the other side of a change of the clocks.
  return new Date(first - (shownAt(first) - wanted));
}

const daysToMonday = (day: string) => (8 - weekdayNumber(day)) % 7 || 7;

/** "Thu 09:00": when it comes back, beside the choice. */
export const snoozeText = (at: Date, zone: string) => `${weekdayOf(dayOf(at, zone))} ${timeOfDay(at, zone)}`;
