import { dayText, dayWithYear, formats, monthText, weekdayText } from "./formats.ts";

const DAY_MS = 24 * 60 * 60_000;
// Within half a year, the same day of any other year is further away, so the year can be left out.
const YEAR_IS_CLEAR_DAYS = 183;

/** Days are texts such as 2026-11-20: a day has no time zone, and a Date would give it one. */
export const dayNumber = (day: string) => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
export const dayAt = (number: number) => new Date(number * DAY_MS).toISOString().slice(0, 10);

/** How many days from one day to another; negative into the past. */
export const daysBetween = (from: string, to: string) => dayNumber(to) - dayNumber(from);

/** "today", "tomorrow", "in 3 days", "in 2 weeks", "5 days ago", "in 4 months". */
export function relativeDay(day: string, today: string): string {
  const days = daysBetween(today, day);
  if (days === 0) return "today";
  if (days === 1) return "tomorrow";
  if (days === -1) return "yesterday";
  const amount = distance(Math.abs(days));
  return days > 0 ? `in ${amount}` : `${amount} ago`;
}

function distance(days: number): string {
  if (days < 14) return `${days} days`;
  if (days < 60) return `${Math.round(days / 7)} weeks`;
  if (days < 700) return `${Math.round(days / 30.4)} months`;
  return `${Math.round(days / 365.25)} years`;
}

/** "20 Nov", with the year if it would be ambiguous. */
export function shortDay(day: string, today: string): string {
  const isNear = today.startsWith(day.slice(0, 4)) || Math.abs(daysBetween(today, day)) < YEAR_IS_CLEAR_DAYS;
  return isNear ? dayText(day) : dayWithYear(day);
}

/** "Thu 20 Nov 2026" */
export const longDay = (day: string) => `${weekdayText(day)} ${dayWithYear(day)}`;

export const weekdayOf = weekdayText;

/** 0 is Sunday. 1 January 1970 was a Thursday. */
export const weekdayNumber = (day: string) => (((dayNumber(day) + 4) % 7) + 7) % 7;

/** The same day some months later, or the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
}

export const monthName = monthText;

/** The first day of the week that a day is in, by the company's start of the week. */
export const weekOf = (day: string) => dayAt(dayNumber(day) - ((weekdayNumber(day) - formats().weekStart + 7) % 7));
