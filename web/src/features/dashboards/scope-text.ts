import { useClock } from "../../ui/clock.tsx";
import { dayOf, timeOfDay } from "../../ui/time-text.ts";
import { useLiveState } from "../../live/live.ts";
import { countText } from "../fields/index.ts";
import { fieldOf, manyOf, oneOf, type RecordType } from "../types/index.ts";
import type { Answer, PagePeriod, WidgetSettings } from "./dashboards.ts";
import { countedText, type Unit } from "./figure-text.ts";
import { periodName, periodOf } from "./period-text.ts";

/** What the right corner of a widget says: of what and since when, and how old the figure is when it is not of now. */
export function useScope(widget: WidgetSettings, type: RecordType | undefined, unit: Unit, page: PagePeriod, answer: Answer | undefined) {
  const { now, zone } = useClock();
  const isLive = useLiveState() === "live";
  const today = dayOf(now, zone);
  const parts = answer?.figure ? [...scopeOf(widget, type, unit, page, answer.figure, today)] : [];
  if (answer?.figure?.shape === "events" && isLive) parts.push("live");
  if (answer?.as_of) parts.push(`as of ${timeOfDay(new Date(answer.as_of), zone)}`);
  return parts.join(", ");
}

/** Of what a figure is, and since when. */
export function scopeOf(
  widget: WidgetSettings,
  type: RecordType | undefined,
  unit: Unit,
  page: PagePeriod,
  figure: NonNullable<Answer["figure"]>,
  today: string,
): string[] {
  const period = periodOf(widget, page);
  if (figure.shape === "number") return figure.period && period ? [periodName(period, figure.period.first, figure.period.last, today)] : [];
  if (figure.shape === "rows")
    return figure.count.value === 0 || !type ? [] : [`${countText(figure.count)} ${figure.count.value === 1 ? oneOf(type) : manyOf(type)}`];
  if (figure.shape === "events") return [];
  if (widget.kind === "leaderboard") return period ? [thisPeriod(period)] : [];
  const since = period ? [thisPeriod(period)] : [];
  if (widget.kind === "line" || widget.kind === "area") {
    const field = type && fieldOf(type, widget.group_by);
    return [...(field ? [`by ${field.label.toLowerCase()}`] : []), ...since];
  }
  const value = widget.kind === "funnel" ? (figure.whole ?? figure.value) : figure.value;
  return [countedText(figure.count, type), ...(widget.measure === "count" ? [] : [unit.large(value)]), ...since];
}

const thisPeriod = (period: PagePeriod) => `this ${period}`;
