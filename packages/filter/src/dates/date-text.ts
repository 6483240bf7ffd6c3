export type DateUnit = "h" | "d" | "w" | "m" | "q" | "y";
export type Period = "day" | "week" | "month" | "quarter" | "year";

/** A date as a person writes it: a moment, or a range of days that depends on the clock and the time zone. */
export type DateExpression =
  | { kind: "now" }
  /** `2026-11-14T09:30`, with seconds, milliseconds and an offset if given; without an offset it is local time. */
  | { kind: "time"; text: string }
  | { kind: "date"; unit: "day" | "month" | "year"; text: string }
  /** Hours count from now and mean a moment; all other units count days on the calendar and mean the whole day. */
  | { kind: "relative"; amount: number; unit: DateUnit }
  | { kind: "period"; unit: Period; offset: -1 | 0 | 1 };

/** A hundred years either way: more is a typing mistake, and calendars end. */
const MAX_AMOUNT: Record<DateUnit, number> = { h: 876_000, d: 36_500, w: 5_200, m: 1_200, q: 400, y: 100 };

const PERIODS: readonly Period[] = ["week", "month", "quarter", "year"];
const OFFSETS = [
  ["last", -1],
  ["this", 0],
  ["next", 1],
] as const;

const NAMED = new Map<string, DateExpression>([
  ["now", { kind: "now" }],
  ["yesterday", { kind: "period", unit: "day", offset: -1 }],
  ["today", { kind: "period", unit: "day", offset: 0 }],
  ["tomorrow", { kind: "period", unit: "day", offset: 1 }],
  ...PERIODS.flatMap((unit) => OFFSETS.map(([word, offset]) => [`${word}_${unit}`, { kind: "period", unit, offset }] as const)),
]);

const RELATIVE = /^([+-]\d{1,6})([hdwmqy])$/;
const DATE = /^([1-9]\d{3})(?:-(\d\d)(?:-(\d\d))?)?$/;
const TIME = /^([1-9]\d{3})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/;

/** The names of days and periods, for errors and completion. */
export const DATE_NAMES: readonly string[] = [...NAMED.keys()];

/** Reads a date; undefined if it is not a date, not on the calendar, or more than a hundred years from now. */
export function parseDate(text: string): DateExpression | undefined {
  return NAMED.get(text.toLowerCase()) ?? parseRelative(text) ?? parseCalendar(text);
}

/** The one spelling of a date: `parseDate(printDate(date))` is the same date. */
export function printDate(date: DateExpression): string {
  if (date.kind === "now") return "now";
  if (date.kind === "relative") return `${date.amount < 0 ? "" : "+"}${date.amount}${date.unit}`;
  if (date.kind === "period") return DATE_NAMES.find((name) => isSamePeriod(NAMED.get(name), date)) ?? "";
  return date.text;
}

function isSamePeriod(named: DateExpression | undefined, date: DateExpression & { kind: "period" }): boolean {
  return named?.kind === "period" && named.unit === date.unit && named.offset === date.offset;
}

function parseRelative(text: string): DateExpression | undefined {
  const [, digits, letter] = RELATIVE.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const unit = letter as DateUnit; // the pattern allows no other letter
  const amount = Number(digits) + 0; // -0 becomes 0
  return Math.abs(amount) <= MAX_AMOUNT[unit] ? { kind: "relative", amount, unit } : undefined;
}

function parseCalendar(text: string): DateExpression | undefined {
  const [, year, month, day] = DATE.exec(text) ?? TIME.exec(text) ?? [];
  if (year === undefined || !isOnCalendar(Number(year), Number(month ?? 1), Number(day ?? 1))) return undefined;
  if (text.includes("T")) return { kind: "time", text };
  return { kind: "date", unit: day ? "day" : month ? "month" : "year", text };
}

function isOnCalendar(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
