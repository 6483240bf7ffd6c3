import { addPeriods, dayOf, parseDay, printDay, startOf, zoneNamed, type FilterNode, type Period } from "@kith/filter";
import type { Formats } from "@kith/filter/values";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import type { FieldDefinition } from "../types/index.ts";
import { between, lastDay } from "./conditions.ts";
import type { PERIODS } from "./operations.ts";

type WeekStart = Formats["weekStart"];

/** A range of days, both ends included. */
export interface Stretch {
  first: string;
  last: string;
}

/** Today in the company's time zone. */
export const today = ({ actor, clock }: Call<Member>) => printDay(dayOf(zoneNamed(actor.company.timeZone).wallAt(clock.now().getTime())));

/** The current period up to today, and the same number of days of the period before. */
export function periodsAt(day: string, period: (typeof PERIODS)[number], weekStart: WeekStart): { current: Stretch; previous: Stretch } {
  const start = startOf(period, parseDay(day), weekStart);
  const before = addPeriods(start, period, -1);
  const first = printDay(before);
  const sameAge = printDay(before + (parseDay(day) - start));
  const end = lastDay(first, period);
  return {
    current: { first: printDay(start), last: lastDay(printDay(start), period) },
    previous: { first, last: sameAge < end ? sameAge : end },
  };
}

/** The period in the words of the filter language, so that a link to it means the same tomorrow. */
export const inPeriod = (field: FieldDefinition, period: (typeof PERIODS)[number]): FilterNode =>
  between(field, `this_${period}`, `this_${period}`);

/** The first days of `count` intervals, some of them in the future. */
export function intervalsAround(day: string, interval: Period, count: number, ahead: number, weekStart: WeekStart): string[] {
  const now = startOf(interval, parseDay(day), weekStart);
  return Array.from({ length: count }, (_, at) => printDay(addPeriods(now, interval, at - (count - 1 - Math.min(ahead, count - 1)))));
}

/** The first days of all intervals that overlap a range. */
export function intervalsIn({ first, last }: Stretch, interval: Period, weekStart: WeekStart): string[] {
  const days: string[] = [];
  for (let at = startOf(interval, parseDay(first), weekStart); at <= parseDay(last); at = addPeriods(at, interval, 1))
    days.push(printDay(at));
  return days;
}
