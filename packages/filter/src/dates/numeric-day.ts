import type { DateFormat } from "../values/formats.ts";
import { isOnCalendar } from "./date-text.ts";

/**
 * The days that a text can mean, as `2026-11-20`, `2026-11` for a month, or `--11-20` without a year. `own` are those in the company's
 * format, `others` those that only another format gives. Both are empty for a day that no calendar has, such as 31 February.
 */
export interface NumericDay {
  own: readonly string[];
  others: readonly string[];
}

const COMPACT = /^([12]\d{3})([01]\d)([0-3]\d)$/;
const YEAR_FIRST = /^(\d{4})([./-])(\d{1,2})\2(\d{1,2})\.?$/;
const YEAR_LAST = /^(\d{1,2})([./-]) ?(\d{1,2})\2 ?(\d{4}|\d\d)$/;
const NO_YEAR = /^(\d{1,2})([./]) ?(\d{1,2})\.?$/;

/** Reads a day written in numbers; undefined if the text is no such day. */
export function readNumericDay(text: string, format: DateFormat): NumericDay | undefined {
  const [, year, month, day] = COMPACT.exec(text) ?? [];
  if (year !== undefined) return { own: dayText(year, month, day), others: [] };
  return readYearFirst(text) ?? readYearLast(text, format) ?? readNoYear(text, format);
}

function readYearFirst(text: string): NumericDay | undefined {
  const [, year, , month, day] = YEAR_FIRST.exec(text) ?? [];
  if (year === undefined) return undefined;
  const own = dayText(year, month, day);
  return { own, others: own.length > 0 ? [] : dayText(year, day, month) };
}

type Order = (first: string, second: string, third: string) => string[];

const ORDERS: Readonly<Record<DateFormat, Order>> = {
  day_month_year: (day, month, year) => dayText(fullYear(year), month, day),
  month_day_year: (month, day, year) => dayText(fullYear(year), month, day),
  // A year of four digits at the end is not in this order.
  year_month_day: (year, month, day) => (day.length === 4 ? [] : dayText(fullYear(year), month, day)),
};

function readYearLast(text: string, format: DateFormat): NumericDay | undefined {
  const [, first = "", mark, second = "", third = ""] = YEAR_LAST.exec(text) ?? [];
  if (mark === undefined) return undefined;
  // Nobody writes the month first with dots, so a company that writes 11/20/2026 does not mean that order by 05.06.2026.
  const isOwn = !(format === "month_day_year" && mark === ".");
  const own = isOwn ? ORDERS[format](first, second, third) : [];
  if (own.length > 0) return { own, others: [] };
  return settled([ORDERS.day_month_year(first, second, third), ORDERS.month_day_year(first, second, third)]);
}

function readNoYear(text: string, format: DateFormat): NumericDay | undefined {
  const [, first = "", mark, second = ""] = NO_YEAR.exec(text) ?? [];
  if (mark === undefined) return undefined;
  const [dayFirst, monthFirst] = [yearless(second, first), yearless(first, second)];
  const own = format === "day_month_year" || mark === "." ? dayFirst : monthFirst;
  return own.length > 0 ? { own, others: [] } : settled([dayFirst, monthFirst]);
}

/** 05.05.2026 is the same day in every order, and so has one reading. */
function settled(found: readonly string[][]): NumericDay {
  const days = [...new Set(found.flat())];
  const isSame = days.length === 1 && found.every((one) => one.length > 0);
  return isSame ? { own: days, others: [] } : { own: [], others: days };
}

export function dayText(year: string, month = "", day = ""): string[] {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  return y >= 1 && isOnCalendar(y, m, d) ? [`${year}-${two(m)}-${two(d)}`] : [];
}

/** 29 February is a day of some year. */
export function yearless(month: string, day: string): string[] {
  return dayText("2024", month, day).map((text) => `--${text.slice(5)}`);
}

/** 69 is 2069, 70 is 1970, as in POSIX. */
export const fullYear = (year: string) => (year.length === 2 ? `${Number(year) < 70 ? 20 : 19}${year}` : year);

const two = (number: number) => String(number).padStart(2, "0");
