const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** "just now", "4 min ago", "3 h ago", "yesterday", "2 Nov"; for what is to come, "in 6 days". */
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
export function absolute(at: Date, zone: string): string {
  const part = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat("en-GB", { timeZone: zone, ...options }).format(at);
  const time = part({ hour: "2-digit", minute: "2-digit", second: "2-digit", timeZoneName: "short" });
  return `${part({ weekday: "short" })} ${shortDate(at, new Date(0), zone)}, ${time}`;
}

/** "17 Nov", and the year when it is another one. */
export function shortDate(at: Date, now: Date, zone: string): string {
  // British order with American months: "Sep", where British English would say "Sept".
  const part = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat("en-US", { timeZone: zone, ...options }).format(at);
  const date = `${part({ day: "numeric" })} ${part({ month: "short" })}`;
  return dayOf(at, zone).slice(0, 4) === dayOf(now, zone).slice(0, 4) ? date : `${date} ${part({ year: "numeric" })}`;
}

/** "14:05", for what stands under its day. */
export const timeOfDay = (at: Date, zone: string) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" }).format(at);

/** "Today", "Yesterday", "Tue 17 Nov": the headings of a list of days. */
export function dayHeading(at: Date, now: Date, zone: string): string {
  if (dayOf(at, zone) === dayOf(now, zone)) return "Today";
  if (dayOf(at, zone) === dayOf(new Date(now.getTime() - DAY_MS), zone)) return "Yesterday";
  const weekday = new Intl.DateTimeFormat("en-GB", { timeZone: zone, weekday: "short" }).format(at);
  return `${weekday} ${shortDate(at, now, zone)}`;
}

function ahead(left: number): string {
  if (left < HOUR_MS) return `in ${Math.round(left / MINUTE_MS)} min`;
  if (left < DAY_MS) return `in ${Math.round(left / HOUR_MS)} h`;
  const days = Math.round(left / DAY_MS);
  return days === 1 ? "in 1 day" : `in ${days} days`;
}

/** "2026-11-17": the day it is at that moment in that zone. */
export const dayOf = (at: Date, zone: string) => formatterFor(zone).format(at);

// Making a formatter costs a hundred times what using it does, and a list has hundreds of times on it.
const formatters = new Map<string, Intl.DateTimeFormat>();
function formatterFor(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone) ?? new Intl.DateTimeFormat("en-CA", { timeZone: zone });
  formatters.set(zone, known);
  return known;
}
