export type Period = "day" | "week" | "month" | "quarter" | "year";

/** Monday is 1, Sunday 7, as in ISO 8601. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** A day, as the milliseconds of its midnight in UTC, so that days can be calculated with, whatever the time zone. */
type Day = number;

export const DAY_MS = 86_400_000;

export const dayOf = (wall: number): Day => Math.floor(wall / DAY_MS) * DAY_MS;

/** `2026-11-14`, `2026-11`, `2026-Q4` or `2026`: the first day of it. */
export function parseDay(text: string): Day {
  const [year = "", part = "1", day = "1"] = text.split("-");
  const month = part.startsWith("Q") ? Number(part.slice(1)) * 3 - 2 : Number(part);
  return utc(Number(year), month, Number(day));
}

/** Midnight of a day. `Date.UTC` takes the first hundred years for 1900 to 1999. */
export const utc = (year: number, month: number, day: number): Day => new Date(0).setUTCFullYear(year, month - 1, day);

export const printDay = (day: Day) => new Date(day).toISOString().slice(0, 10);

const MONTHS: Partial<Record<Period, number>> = { month: 1, quarter: 3, year: 12 };

/** Monday is 1, Sunday 7. */
export const weekdayOf = (day: Day): number => new Date(day).getUTCDay() || 7;

/** The first day of the period a day is in. Weeks start on Monday unless another day is given. */
export function startOf(period: Period, day: Day, weekStart: Weekday = 1): Day {
  const date = new Date(day);
  if (period === "day") return day;
  if (period === "week") return day - ((weekdayOf(day) - weekStart + 7) % 7) * DAY_MS;
  const months = MONTHS[period] ?? 1;
  return Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / months) * months, 1);
}

/** Goes forward by periods. A month after 31 January is the last day of February. */
export function addPeriods(day: Day, period: Period, count: number): Day {
  if (period === "day") return day + count * DAY_MS;
  if (period === "week") return day + count * 7 * DAY_MS;
  const date = new Date(day);
  const month = date.getUTCMonth() + count * (MONTHS[period] ?? 1);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return Date.UTC(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), lastDay));
}
