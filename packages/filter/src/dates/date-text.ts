import { utc, type Period, type Weekday } from "./calendar.ts";

export type DateUnit = "h" | "d" | "w" | "m" | "q" | "y";

/** A date as a person writes it: a moment, or a range of days that depends on the clock and the time zone. */
export type DateExpression =
  | { kind: "now" }
  /** `2026-11-14T09:30`, with seconds, milliseconds and an offset if given; without an offset it is local time. */
  | { kind: "time"; text: string }
  /** The text of a quarter is `2026-Q4`. */
  | { kind: "date"; unit: "day" | "month" | "quarter" | "year"; text: string }
  | DayName
  /** `yesterday 14:00`: local time of a day that the clock names. */
  | { kind: "at"; day: DayName; time: string }
  | { kind: "period"; unit: Exclude<Period, "day">; offset: -1 | 0 | 1 }
  /** `last_30_days`, `next_3_months`: so many, counted with today. */
  | { kind: "span"; direction: "last" | "next"; amount: number; unit: Period }
  /** `ytd`: from the start of the period to today. */
  | { kind: "to_date"; unit: Exclude<Period, "day"> };

/** One day, named from today. Hours count from now and mean a moment. */
export type DayName =
  | { kind: "relative"; amount: number; unit: DateUnit }
  | { kind: "period"; unit: "day"; offset: -1 | 0 | 1 }
  /** `friday` is the next one, `last_friday` the one before; never today. */
  | { kind: "weekday"; weekday: Weekday; direction: "last" | "next" }
  /** `end_of_quarter`: the first or last day of the period that today is in. */
  | { kind: "edge"; edge: "start" | "end"; unit: Exclude<Period, "day"> };

/** A hundred years either way: more is a typing mistake, and calendars end. */
const MAX_AMOUNT: Record<DateUnit, number> = { h: 876_000, d: 36_500, w: 5_200, m: 1_200, q: 400, y: 100 };

const PERIODS = ["week", "month", "quarter", "year"] as const;
const OFFSETS = [
  ["last", -1],
  ["this", 0],
  ["next", 1],
] as const;
const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

const NAMED = new Map<string, DateExpression>([
  ["now", { kind: "now" }],
  ["yesterday", { kind: "period", unit: "day", offset: -1 }],
  ["today", { kind: "period", unit: "day", offset: 0 }],
  ["tomorrow", { kind: "period", unit: "day", offset: 1 }],
  ...PERIODS.flatMap((unit) => OFFSETS.map(([word, offset]) => [`${word}_${unit}`, { kind: "period", unit, offset }] as const)),
  ...PERIODS.map((unit) => [`${unit[0]}td`, { kind: "to_date", unit }] as const),
  ...PERIODS.flatMap((unit) => (["start", "end"] as const).map((edge) => [`${edge}_of_${unit}`, { kind: "edge", edge, unit }] as const)),
  ...WEEKDAYS.map((name, index) => [name, weekday(index, "next")] as const),
  ...WEEKDAYS.map((name, index) => [`last_${name}`, weekday(index, "last")] as const),
]);

/** The one name of each expression that has one. */
const NAMES = new Map([...NAMED].map(([name, date]) => [JSON.stringify(date), name]));

const RELATIVE = /^([+-]\d{1,6})([hdwmqy])$/;
const SPAN = /^(last|next)_([1-9]\d{0,4})_(day|week|month|quarter|year)s?$/;
const DATE = /^([1-9]\d{3})(?:-(\d\d)(?:-(\d\d))?)?$/;
const QUARTER = /^[1-9]\d{3}-q[1-4]$/i;
const TIME = /^([1-9]\d{3})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/;
const AT = /^(\S+) ((?:[01]\d|2[0-3]):[0-5]\d)$/;

/** The names of days and periods, for errors and completion. */
export const DATE_NAMES: readonly string[] = [...NAMED.keys()];

/**
 * Reads a date in the spelling that every company shares; undefined if it is not a date, not on the calendar, or more than a hundred
 * years from now. `readDate` also reads what one company's formats and language allow.
 */
export function parseDate(text: string): DateExpression | undefined {
  return NAMED.get(text.toLowerCase()) ?? parseRelative(text) ?? parseSpan(text.toLowerCase()) ?? parseCalendar(text) ?? parseAt(text);
}

/** The one spelling of a date: `parseDate(printDate(date))` is the same date. */
export function printDate(date: DateExpression): string {
  if (date.kind === "relative") return `${date.amount < 0 ? "" : "+"}${date.amount}${date.unit}`;
  if (date.kind === "span") return `${date.direction}_${date.amount}_${date.unit}s`;
  if (date.kind === "at") return `${printDate(date.day)} ${date.time}`;
  if (date.kind === "time" || date.kind === "date") return date.text;
  return NAMES.get(JSON.stringify(date)) ?? "";
}

/** Whether a date means a moment, not one or more days. */
export const isMoment = (date: DateExpression) =>
  date.kind === "now" || date.kind === "time" || date.kind === "at" || (date.kind === "relative" && date.unit === "h");

/** Whether a date is one day that the clock names, to which a time can be added. */
export const isDayName = (date: DateExpression): date is DayName =>
  date.kind === "weekday" ||
  date.kind === "edge" ||
  (date.kind === "period" && date.unit === "day") ||
  (date.kind === "relative" && date.unit !== "h");

export function isOnCalendar(year: number, month: number, day: number): boolean {
  const date = new Date(utc(year, month, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function weekday(index: number, direction: "last" | "next"): DateExpression {
  return { kind: "weekday", weekday: (index + 1) as Weekday, direction }; // an index of the seven names
}

function parseRelative(text: string): DateExpression | undefined {
  const [, digits, letter] = RELATIVE.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const unit = letter as DateUnit; // the pattern allows no other letter
  const amount = Number(digits) + 0; // -0 becomes 0
  return Math.abs(amount) <= MAX_AMOUNT[unit] ? { kind: "relative", amount, unit } : undefined;
}

function parseSpan(text: string): DateExpression | undefined {
  const [, direction, digits, unit] = SPAN.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const span = { kind: "span", direction, amount: Number(digits), unit } as DateExpression & { kind: "span" }; // words of the pattern
  return span.amount <= MAX_AMOUNT[span.unit[0] as DateUnit] ? span : undefined;
}

function parseCalendar(text: string): DateExpression | undefined {
  if (QUARTER.test(text)) return { kind: "date", unit: "quarter", text: text.toUpperCase() };
  const [, year, month, day] = DATE.exec(text) ?? TIME.exec(text) ?? [];
  if (year === undefined || !isOnCalendar(Number(year), Number(month ?? 1), Number(day ?? 1))) return undefined;
  if (text.includes("T")) return { kind: "time", text };
  return { kind: "date", unit: day ? "day" : month ? "month" : "year", text };
}

function parseAt(text: string): DateExpression | undefined {
  const [, name = "", time = ""] = AT.exec(text) ?? [];
  const day = name === "" ? undefined : (NAMED.get(name.toLowerCase()) ?? parseRelative(name));
  return day && isDayName(day) ? { kind: "at", day, time } : undefined;
}
