import { narrowed, between } from "./conditions.ts";
import type { PERIODS } from "./operations.ts";
import { isAdditive, tally, tallyAll, type Counting } from "./tally.ts";
import { inPeriod, intervalsIn, periodsAt, today } from "./time-window.ts";

/** More than the days or weeks of a year. */
const MAX_POINTS = 400;

/** One figure. With a period also its course, and its value at the same point of the period before. */
export async function countNumber(counting: Counting, period: (typeof PERIODS)[number] | undefined) {
  const { widget, plan } = counting;
  if (!plan.date || !period) {
    const { value, count } = await tallyAll(counting, widget.filter);
    return {
      shape: "number" as const,
      value: shown(counting, value),
      count,
      filter: widget.filter,
      period: null,
      previous: null,
      points: [],
    };
  }
  const filter = narrowed(widget.filter, inPeriod(plan.date, period));
  const { current, previous } = periodsAt(today(counting.call), period, counting.schema.formats.weekStart);
  const filterBefore = narrowed(widget.filter, between(plan.date, previous.first, previous.last));
  const now = await tallyAll(counting, filter);
  const before = await tallyAll(counting, filterBefore);
  return {
    shape: "number" as const,
    value: shown(counting, now.value),
    count: now.count,
    filter,
    period: current,
    previous: { value: shown(counting, before.value), count: before.count, filter: filterBefore, ...previous },
    points: isAdditive(widget) ? await runningTotal(counting, filter, period) : [],
  };
}

const shown = ({ widget }: Counting, value: number | null) => value ?? (isAdditive(widget) ? 0 : null);

/** Per day, for a year per week, up to today. */
async function runningTotal(counting: Counting, filter: string, period: (typeof PERIODS)[number]) {
  const { date } = counting.plan;
  if (!date) return [];
  const day = today(counting.call);
  const { weekStart } = counting.schema.formats;
  const { current } = periodsAt(day, period, weekStart);
  const interval = period === "year" ? "week" : "day";
  const { tallies } = await tally(counting, filter, { by: date, interval, limit: MAX_POINTS });
  const valueOn = new Map(tallies.map((one) => [one.key, one.value ?? 0]));
  let total = 0;
  return intervalsIn({ first: current.first, last: day }, interval, weekStart).map((start) => {
    total += valueOn.get(start) ?? 0;
    // The first week of a year may have begun in the year before.
    return { day: start < current.first ? current.first : start, value: total };
  });
}
