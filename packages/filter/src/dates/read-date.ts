import type { Formats, Reading } from "../values/formats.ts";
import { plainText } from "../values/plain-text.ts";
import { isDayName, parseDate, printDate, type DateExpression } from "./date-text.ts";
import type { Weekday } from "./calendar.ts";
import { addPeriods, dayOf, parseDay, printDay, startOf, weekdayOf } from "./calendar.ts";
import type { Moment } from "./dates.ts";
import { impossible, notADate, otherFormat, quoted, twoDates } from "./date-errors.ts";
import { readNumericDay, type NumericDay } from "./numeric-day.ts";
import { readNamedDay } from "./named-day.ts";
import { splitTime } from "./time-of-day.ts";
import { findDays, findWeekdays } from "./words.ts";

/** What a reader of dates has to know about the company. */
export type DateFormats = Pick<Formats, "date" | "language">;

const MAX_LENGTH = 60;

/**
 * Reads a date as a person writes it, for a value and for a filter: `today`, `+5d`, `friday`, `20.11.2026` in the company's order,
 * `20 Nov 2026` in its language, each with a time or without. A day without a year is the next one; that needs the clock, so a filter,
 * which is kept and read again next year, has to name the year.
 */
export function readDate(given: string, formats: DateFormats, moment?: Moment): Reading<DateExpression> {
  const text = plainText(given, MAX_LENGTH);
  if (text === undefined || text === "") return notADate(given);
  const shared = parseDate(text) ?? parseDate(text.replaceAll(" ", "_")) ?? parseDate(text.replace(" ", "T"));
  if (shared) return { value: shared };
  const whole = readDayText(text, given, formats, moment);
  const split = "value" in whole ? undefined : splitTime(text);
  if (!split) return whole;
  const day = readDayText(split.day, given, formats, moment);
  return "value" in day ? joinTime(day.value, split, given) : day;
}

function joinTime(day: DateExpression, { time, offset }: { time: string; offset: string }, given: string): Reading<DateExpression> {
  if (day.kind === "date" && day.unit === "day") return { value: { kind: "time", text: `${day.text}T${time}${offset}` } };
  const joined = isDayName(day) && offset === "" && time.length === 5 ? parseDate(`${printDate(day)} ${time}`) : undefined;
  return joined ? { value: joined } : notADate(given);
}

/** A day without a time. */
function readDayText(text: string, given: string, formats: DateFormats, moment: Moment | undefined): Reading<DateExpression> {
  const shared = parseDate(text) ?? parseDate(text.replaceAll(" ", "_"));
  if (shared) return { value: shared };
  const word = readWord(text, given, formats, moment);
  if (word) return word;
  const found = readNumericDay(text, formats.date) ?? readNamedDay(text, formats.language);
  return found ? choose(found, given, moment) : notADate(given);
}

const DIRECTED = /^(last|next|this) (\S+)$/i;

/** `morgen`, `Freitag`, `last fri`. */
function readWord(text: string, given: string, { language }: DateFormats, moment: Moment | undefined): Reading<DateExpression> | undefined {
  const [offset, other] = findDays(text, language);
  if (offset !== undefined && other === undefined) return { value: { kind: "period", unit: "day", offset: offset as -1 | 0 | 1 } };
  const [, direction = "", name = text] = DIRECTED.exec(text) ?? [];
  const [weekday, another] = findWeekdays(name.replace(/\.$/, ""), language) as Weekday[];
  if (weekday === undefined || another !== undefined) return undefined;
  if (direction.toLowerCase() === "next") return nextWeekday(weekday, given, moment);
  return { value: { kind: "weekday", weekday, direction: direction.toLowerCase() === "last" ? "last" : "next" } };
}

/** For some the next Friday is the coming one, for others the one of next week. Where both are the same day it is taken. */
function nextWeekday(weekday: Weekday, given: string, moment: Moment | undefined): Reading<DateExpression> {
  if (!moment) return { problem: `${quoted(given)} can be the coming one or the one of next week. Write the date.` };
  const today = dayOf(moment.zone.wallAt(moment.now));
  const coming = addPeriods(today, "day", (weekday - weekdayOf(today) + 7) % 7 || 7);
  const monday = addPeriods(startOf("week", today, moment.weekStart), "week", 1);
  const ofNextWeek = addPeriods(monday, "day", (weekday - weekdayOf(monday) + 7) % 7);
  if (coming === ofNextWeek) return { value: { kind: "date", unit: "day", text: printDay(coming) } };
  return twoDates(given, [printDay(coming), printDay(ofNextWeek)]);
}

/** The one day that is meant. A text that only another order of day and month can read is refused, with that reading. */
function choose({ own, others }: NumericDay, given: string, moment: Moment | undefined): Reading<DateExpression> {
  const [chosen] = own.map((text) => withYear(text, moment));
  if (chosen !== undefined && own.length === 1) {
    return chosen === ""
      ? { problem: `${quoted(given)} has no year.` }
      : { value: { kind: "date", unit: chosen.length === 7 ? "month" : "day", text: chosen } };
  }
  const readings = [...own, ...others].map((text) => withYear(text, moment)).filter(Boolean);
  const [only] = readings;
  if (only === undefined) return impossible(given);
  return readings.length > 1 ? twoDates(given, readings) : otherFormat(given, only);
}

/** A day without a year, as `--11-20`, is the next such day, today included. */
function withYear(text: string, moment: Moment | undefined): string {
  if (!text.startsWith("--")) return text;
  if (!moment) return "";
  const today = printDay(dayOf(moment.zone.wallAt(moment.now)));
  for (let year = Number(today.slice(0, 4)); ; year++) {
    const day = `${year}-${text.slice(2)}`;
    if (day >= today && printDay(parseDay(day)) === day) return day;
  }
}
