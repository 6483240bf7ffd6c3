import { dayText, dayWithYear, weekdayText } from "./formats.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** "just now", "4 min ago", "3 h ago", "yesterday", "2 Nov"; for the future, "in 6 days". */
export function relative(at: Date, now: Date, zone: string): string {
  const passed = now.getTime() - at.getTime();
  if (passed < -MINUTE_MS) return ahead(-passed);
  if (passed < MINUTE_MS) return "just now";
  if (passed < HOUR_MS) return `${Math.floor(passed / MINUTE_MS)} min ago`;
  if (dayOf(at, zone) === dayOf(now, zone)) return `${Math.floor(passed / HOUR_MS)} h ago`;
  if (dayOf(at, zone) === dayOf(new Date(now.getTime() - DAY_MS), zone)) return "yesterday";
  return shortDate(at, now, zone);
}

/** "Tue 17 Nov 2026, 14:05:09 CET" */
export const absolute = (at: Date, zone: string) => `${weekdayOf(at, zone)} ${dayWithYear(dayOf(at, zone))}, ${format("time", at, zone)}`;

/** "17 Nov", with the year if it is not the current one. */
export function shortDate(at: Date, now: Date, zone: string): string {
  const day = dayOf(at, zone);
  return day.slice(0, 4) === dayOf(now, zone).slice(0, 4) ? dayText(day) : dayWithYear(day);
}

/** "14:05", for lists with a heading per day. */
export const timeOfDay = (at: Date, zone: string) => format("minute", at, zone);

/** "14:05:09", for logs. */
export const secondOfDay = (at: Date, zone: string) => format("second", at, zone);

/** "Today", "Yesterday", "Tue 17 Nov": the headings of a list of days. */
export function dayHeading(at: Date, now: Date, zone: string): string {
  if (dayOf(at, zone) === dayOf(now, zone)) return "Today";
  if (dayOf(at, zone) === dayOf(new Date(now.getTime() - DAY_MS), zone)) return "Yesterday";
  return `${weekdayOf(at, zone)} ${shortDate(at, now, zone)}`;
}

function ahead(left: number): string {
  if (left < HOUR_MS) return `in ${Math.round(left / MINUTE_MS)} min`;
  if (left < DAY_MS) return `in ${Math.round(left / HOUR_MS)} h`;
  const days = Math.round(left / DAY_MS);
  return days === 1 ? "in 1 day" : `in ${days} days`;
}

// Cached: a list asks for the day of the same few moments many times, "now" among them (bench:web, scrolling).
const MAX_DAYS = 1_000;
const days = new Map<string, string>();

/** "2026-11-17": the day it is at that moment in that zone. */
export function dayOf(at: Date, zone: string): string {
  const key = `${zone} ${Math.floor(at.getTime() / MINUTE_MS)}`;
  const day = days.get(key) ?? format("day", at, zone);
  if (days.size > MAX_DAYS) days.clear();
  days.set(key, day);
  return day;
}

const weekdayOf = (at: Date, zone: string) => weekdayText(dayOf(at, zone));

const formats = {
  day: ["en-CA", {}],
  minute: ["en-GB", { hour: "2-digit", minute: "2-digit" }],
  second: ["en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" }],
  time: ["en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit", timeZoneName: "short" }],
} satisfies Record<string, [string, Intl.DateTimeFormatOptions]>;

// Cached: creating a formatter takes milliseconds, and a list shows hundreds of times (bench:web, scrolling).
const formatters = new Map<string, Intl.DateTimeFormat>();
function format(name: keyof typeof formats, at: Date, zone: string): string {
  const [locale, options] = formats[name];
  const known = formatters.get(`${name} ${zone}`) ?? new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
  formatters.set(`${name} ${zone}`, known);
  return known.format(at);
}
