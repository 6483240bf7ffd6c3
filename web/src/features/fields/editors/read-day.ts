import { addMonths, dayAt, dayNumber, weekdayNumber } from "../../../ui/day-text.ts";

const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const NAMED: Record<string, number> = { today: 0, tod: 0, tomorrow: 1, tom: 1, tmr: 1, yesterday: -1 };

/** Reads a day as people write it: tomorrow, +3d, fri, next mon, 20 nov, 20.11., 2026-11-20. Undefined when it is none. */
export function readDay(given: string, today: string): string | undefined {
  const text = given.trim().toLowerCase();
  const shift = NAMED[text];
  if (shift !== undefined) return dayAt(dayNumber(today) + shift);
  return readStep(text, today) ?? readWeekday(text, today) ?? readIso(text) ?? readNumbers(text, today) ?? readMonthName(text, today);
}

function readStep(text: string, today: string): string | undefined {
  const [, sign, digits, unit] = /^(?:in\s+)?([+-]?)\s*(\d{1,4})\s*(d|w|m|q|y)(?:ays?|eeks?|onths?|uarters?|ears?)?$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const amount = Number(digits) * (sign === "-" ? -1 : 1);
  if (unit === "d") return dayAt(dayNumber(today) + amount);
  if (unit === "w") return dayAt(dayNumber(today) + amount * 7);
  return addMonths(today, amount * { m: 1, q: 3, y: 12 }[unit as "m" | "q" | "y"]);
}

/** The next such day, never today itself; "next" skips what is left of this week. */
function readWeekday(text: string, today: string): string | undefined {
  const [, next, name] = /^(next\s+)?(sun|mon|tue|wed|thu|fri|sat)(?:day|s|sday|nesday|r|rs|rsday|urday)?$/.exec(text) ?? [];
  if (name === undefined) return undefined;
  const ahead = ((WEEKDAYS.indexOf(name) - weekdayNumber(today) + 6) % 7) + 1;
  return dayAt(dayNumber(today) + ahead + (next && ahead < 7 ? 7 : 0));
}

const readIso = (text: string) =>
  /^\d{4}-\d{1,2}-\d{1,2}$/.test(text) ? real(...(text.split("-").map(Number) as [number, number, number])) : undefined;

/** 20.11. and 20/11: the day first, as everywhere but in one country. Without a year the next such day is meant. */
function readNumbers(text: string, today: string): string | undefined {
  const [, date, month, year] = /^(\d{1,2})[./](\d{1,2})[./]?(\d{4})?$/.exec(text) ?? [];
  return date === undefined ? undefined : withYear(Number(date), Number(month), year, today);
}

function readMonthName(text: string, today: string): string | undefined {
  const [, before, name = "", after, year] = /^(?:(\d{1,2})\.?\s+)?([a-z]{3,9})\.?(?:\s+(\d{1,2}))?(?:,?\s+(\d{4}))?$/.exec(text) ?? [];
  const month = MONTHS.indexOf(name.slice(0, 3)) + 1;
  const date = before ?? after;
  return month === 0 || date === undefined ? undefined : withYear(Number(date), month, year, today);
}

function withYear(date: number, month: number, year: string | undefined, today: string): string | undefined {
  if (year) return real(Number(year), month, date);
  const thisYear = Number(today.slice(0, 4));
  const soon = real(thisYear, month, date);
  return soon && soon < today ? real(thisYear + 1, month, date) : soon;
}

/** Undefined for a day no calendar has, such as 31 Feb. */
function real(year: number, month: number, date: number): string | undefined {
  const day = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) ? day : undefined;
}
