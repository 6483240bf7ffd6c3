import { DATE_NAMES, parseDate } from "../dates/date-text.ts";
import { dayRanges, type Moment } from "../dates/dates.ts";
import type { Expected } from "./expect.ts";
import { meaningOfDate } from "./date-meaning.ts";
import { ranked, type Candidate, type Offer } from "./option.ts";

/** The most common dates after each operator, in this order. */
const USUAL = {
  eq: "today this_week this_month this_quarter this_year tomorrow next_week next_month yesterday last_week last_month last_quarter",
  since: "today -7d -30d -3m this_week this_month this_quarter this_year",
  until: "today now +7d +30d +3m this_week this_month this_quarter this_year",
  end: "+30d +3m +3w this_month this_quarter this_year",
};
const UNITS = ["d", "w", "m", "q", "y"];

/** Dates with the days they mean: the common ones, and those that the typed part can be completed to. */
export function offerDates({ field, op, isEnd }: Expected & { kind: "value" }, typed: string, moment: Moment): Offer {
  const usual = USUAL[isEnd ? "end" : op === "gt" || op === "gte" ? "since" : op === "lt" || op === "lte" ? "until" : "eq"].split(" ");
  // When the typed text is already a date, the other options need not start with it.
  const isWhole = parseDate(typed) !== undefined;
  const more = possibleDates(typed, moment);
  const texts = isWhole ? [typed, ...more, ...usual] : [...usual, ...more, ...(typed === "" ? [] : DATE_NAMES)];
  const options = [...new Set(texts)].map((text): Candidate => dateOption(text, moment));
  const title = isEnd ? "End of the range for" : "A date for";
  return { expected: `${title} \`${field.key}\``, options: ranked(options, isWhole ? "" : typed) };
}

const dateOption = (text: string, moment: Moment): Candidate => ({
  text,
  insert: text,
  meaning: meaningOfDate(text, moment),
  kind: "date",
  goesOn: false,
});

/** Completes `+3` to `+3d`, `+3w` …, `2026-1` to a month, `2026-11-1` to a day. */
function possibleDates(typed: string, moment: Moment): string[] {
  const signed = /^[+-]\d{0,4}/.exec(typed)?.[0];
  if (signed !== undefined)
    return signed.length > 1 ? UNITS.map((unit) => signed + unit) : ["7d", "14d", "30d", "3m", "1y"].map((rest) => signed + rest);
  const today = dayRanges({ op: "in", values: [{ kind: "period", unit: "day", offset: 0 }] }, moment)[0]?.first ?? "";
  if (!/^\d/.test(typed)) return [];
  const year = typed.slice(0, 4).padEnd(4, today.slice(typed.length, 4));
  const months = Array.from({ length: 12 }, (_, index) => `${year}-${two(index + 1)}`);
  const days = typed.length > 7 ? Array.from({ length: 31 }, (_, index) => `${typed.slice(0, 7)}-${two(index + 1)}`) : [];
  return [today, today.slice(0, 7), year, ...months, ...days].filter((text) => text.startsWith(typed) && parseDate(text));
}

const two = (number: number) => String(number).padStart(2, "0");
