import { LineChart } from "../../../ui/chart/line-chart.tsx";
import type { Series } from "../../../ui/chart/series.tsx";
import { useClock } from "../../../ui/clock.tsx";
import { dayOf } from "../../../ui/time-text.ts";
import type { FigureOf, WidgetSettings } from "../dashboards.ts";
import { useOpenList } from "../open-list.ts";
import { intervalText, tickText } from "../period-text.ts";
import { countedText, type Unit, type WidgetProps } from "../figure-text.ts";

/** Groups over time as a line, or as a line on an area. What is weighted has its best case beside it from now on. */
export function LineWidget({ widget, figure, type, unit }: WidgetProps<"groups">) {
  const { now, zone } = useClock();
  const open = useOpenList(type.key);
  const today = dayOf(now, zone);
  const current = figure.groups.findLastIndex((group) => (group.key ?? "") <= today);
  const isAhead = current >= 0 && current < figure.groups.length - 1;
  const points = figure.groups.map((group) => ({
    key: group.key ?? "",
    label: intervalText(widget.interval, group.key ?? ""),
    tick: tickText(widget.interval, group.key ?? ""),
    text: textOf(widget, unit, group.value, group.whole, countedText(group.count, type)),
    ...open(group.filter),
  }));
  return (
    <LineChart
      label={widget.title}
      points={points}
      series={seriesOf(widget, figure, unit, isAhead ? current : undefined)}
      axis={(value) => (value === 0 ? "0" : unit.short(value))}
      marker={isAhead ? { at: current, label: "today" } : undefined}
      isWhole={widget.measure === "count"}
    />
  );
}

function textOf({ measure }: WidgetSettings, unit: Unit, value: number | null, whole: number | null, counted: string): string {
  if (measure === "count") return counted;
  if (measure !== "weighted") return `${unit.full(value)}, ${counted}`;
  return `${unit.full(value)} weighted of ${unit.full(whole ?? 0)}, ${counted}`;
}

function seriesOf(widget: WidgetSettings, { groups }: FigureOf<"groups">, unit: Unit, current: number | undefined): Series[] {
  const isArea = widget.kind === "area";
  const values = groups.map((group) => group.value);
  const main = { values, colour: "c1", ...(isArea ? { fill: 28 } : {}) } as const;
  if (widget.measure !== "weighted" || current === undefined) return [{ ...main, name: "" }];
  const ahead = values.map((value, at) => (at >= current ? value : null));
  // They meet where today is: what has been is certain, whatever is ahead is not.
  const whole = groups.map((group, at) => (at > current ? (group.whole ?? 0) : at === current ? group.value : null));
  const peak = (list: (number | null)[]) => Math.max(0, ...list.map((value) => value ?? 0));
  return [
    { name: `Best case ${unit.short(peak(whole))}`, values: whole, colour: "c3", isDashed: true, ...(isArea ? { fill: 14 } : {}) },
    { ...main, name: "", values: values.map((value, at) => (at <= current ? value : null)) },
    {
      ...main,
      name: `Weighted ${unit.short(peak(ahead.slice(current + 1)))}`,
      nameFrom: current + 1,
      values: ahead,
      ...(isArea ? { fill: 16 } : {}),
    },
  ];
}
