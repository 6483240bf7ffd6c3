import { parseDay, weekdayOf } from "./calendar.ts";
import { dayText, fullYear, yearless, type NumericDay } from "./numeric-day.ts";
import { findMonths, findWeekdays, type Language } from "./words.ts";

const BETWEEN = /[ ,./-]+/;
/** Words between day, month and year: `20 de noviembre de 2026`, `the 20th of November`. */
const FILLERS: ReadonlySet<string> = new Set(["de", "of", "the", "den", "der", "le", "el", "del", "do", "dia", "il"]);
const ORDINAL = /^(\d{1,2})(?:st|nd|rd|th|er|re|e|º|ª|°|:e)$/i;
const NUMBER = /^(\d{4}|\d{1,2})$/;

/** Reads a day whose month is a word, in the company's language or in English; undefined if the text is no such day. */
export function readNamedDay(text: string, language: Language): NumericDay | undefined {
  const words = text
    .split(BETWEEN)
    .filter((word) => word !== "" && !FILLERS.has(word.toLowerCase()))
    .map((word) => word.replace(ORDINAL, "$1"));
  const [weekday, rest] = takeWeekday(words, language);
  const at = rest.findIndex((word) => !NUMBER.test(word));
  const months = at < 0 ? [] : findMonths(rest[at] ?? "", language);
  const numbers = rest.filter((_, index) => index !== at);
  if (months.length === 0 || numbers.length < 1 || numbers.length > 2 || !numbers.every((word) => NUMBER.test(word))) return undefined;
  const days = months.flatMap((month) => daysOf(numbers, at, String(month)));
  const matching = days.filter((day) => weekday === undefined || day.length !== 10 || weekdayOf(parseDay(day)) === weekday);
  return matching.length > 1 ? { own: [], others: matching } : { own: matching, others: [] };
}

/** A weekday before the date has to be the weekday of that date. */
function takeWeekday(words: readonly string[], language: Language): [number | undefined, readonly string[]] {
  const [first = "", ...rest] = words;
  const isOther = NUMBER.test(first) || findMonths(first, language).length > 0;
  const [weekday] = isOther ? [] : findWeekdays(first, language);
  return weekday === undefined ? [undefined, words] : [weekday, rest];
}

/** The numbers around a month: `20 Nov 2026`, `Nov 20 2026`, `2026 Nov 20`, `20 Nov`, `Nov 2026`. */
function daysOf([first = "", second]: readonly string[], monthAt: number, month: string): string[] {
  if (second === undefined) {
    if (first.length === 4) return dayText(first, month, "1").map((day) => day.slice(0, 7));
    return yearless(month, first);
  }
  const isYearFirst = first.length === 4;
  if (isYearFirst && second.length === 4) return [];
  if (isYearFirst) return monthAt === 1 ? dayText(first, month, second) : [];
  return dayText(fullYear(second), month, first);
}
