import { monthName, shortDay } from "../../ui/day-text.ts";
import type { PagePeriod, WidgetSettings } from "./dashboards.ts";

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

const quarterOf = (day: string) => `Q${Math.floor((Number(day.slice(5, 7)) - 1) / 3) + 1}`;

/** "November 2026", "Q4 2026", "2026", "9 to 15 Nov": a period by its first and last day. */
export function periodName(period: PagePeriod, first: string, last: string, today: string): string {
  const year = first.slice(0, 4);
  if (period === "month") return `${MONTHS[Number(first.slice(5, 7)) - 1] ?? ""} ${year}`;
  if (period === "quarter") return `${quarterOf(first)} ${year}`;
  return period === "year" ? year : `${shortDay(first, today)} to ${shortDay(last, today)}`;
}

/** "at this point in Q3": the stretch that a period is compared with. */
export function comparedWith(period: PagePeriod, first: string): string {
  if (period === "week") return "at this point last week";
  const name = { month: MONTHS[Number(first.slice(5, 7)) - 1] ?? "", quarter: quarterOf(first), year: first.slice(0, 4) }[period];
  return `at this point in ${name}`;
}

/** The name of one interval under a chart: "Nov", "9 Nov", "Q4", "2026". */
export function tickText(interval: WidgetSettings["interval"], day: string): string {
  if (interval === "month") return monthName(day).slice(0, 3);
  if (interval === "quarter") return quarterOf(day);
  return interval === "year" ? day.slice(0, 4) : shortDay(day, day);
}

/** The same with all that tells it apart: "Nov 2026", "Week of 9 Nov 2026". */
export function intervalText(interval: WidgetSettings["interval"], day: string): string {
  if (interval === "month") return monthName(day);
  if (interval === "quarter") return `${quarterOf(day)} ${day.slice(0, 4)}`;
  if (interval === "year") return day.slice(0, 4);
  return interval === "week" ? `Week of ${shortDay(day, "")}` : shortDay(day, "");
}

/** The period that a widget is counted over, if it is. */
export const periodOf = ({ period }: Pick<WidgetSettings, "period">, page: PagePeriod): PagePeriod | undefined => {
  if (period === "none") return undefined;
  return period === "page" ? page : period;
};
