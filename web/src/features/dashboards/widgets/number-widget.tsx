import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { ProgressLine } from "../../../ui/chart/progress-line.tsx";
import { useClock } from "../../../ui/clock.tsx";
import { dayNumber, shortDay } from "../../../ui/day-text.ts";
import { dayOf } from "../../../ui/time-text.ts";
import type { FigureOf } from "../dashboards.ts";
import { comparedWith, periodOf } from "../period-text.ts";
import { countedText, type WidgetProps } from "../figure-text.ts";
import classes from "./widgets.module.css";

/** One figure, what changed since the period before, and how it came about. */
export function NumberWidget({ widget, figure, type, unit, page }: WidgetProps<"number">) {
  const { now, zone } = useClock();
  const period = periodOf(widget, page);
  const isCount = widget.measure === "count";
  const { previous } = figure;
  return (
    <>
      <p className={classes.numberLine}>
        <Link
          className={classes.number}
          to="/records/$type"
          params={{ type: type.key }}
          search={{ filter: figure.filter }}
          title={unit.full(figure.value)}
        >
          {unit.large(figure.value)}
        </Link>
        <Change figure={figure} />
      </p>
      <p className="k-tip">
        {!isCount && countedText(figure.count, type)}
        {!isCount && previous && ". "}
        {previous && period && (
          <Link className={classes.before} to="/records/$type" params={{ type: type.key }} search={{ filter: previous.filter }}>
            {unit.large(previous.value)} {comparedWith(period, previous.first)}
          </Link>
        )}
      </p>
      {figure.period && figure.points.length > 0 && (
        <ProgressLine
          points={progressOf(figure, figure.period)}
          start={shortDay(figure.period.first, dayOf(now, zone))}
          end={shortDay(figure.period.last, dayOf(now, zone))}
          goal={widget.goal === null ? undefined : { value: widget.goal, label: `goal ${unit.short(widget.goal)}` }}
        />
      )}
    </>
  );
}

function Change({ figure: { value, previous } }: { figure: FigureOf<"number"> }) {
  if (value === null || !previous?.value) return null;
  const change = (value - previous.value) / Math.abs(previous.value);
  const Arrow = change < 0 ? IconArrowDown : IconArrowUp;
  const percent = Math.abs(change) * 100;
  return (
    <span className={classes.change} data-down={change < 0 || undefined}>
      <Arrow size={12} stroke={2} aria-label={change < 0 ? "down" : "up"} />
      {percent >= 100 ? Math.round(percent) : Math.round(percent * 10) / 10}%
    </span>
  );
}

/** A point stands at the end of its day, so that the last one of a period is at its end. */
function progressOf({ points }: FigureOf<"number">, { first, last }: { first: string; last: string }) {
  const length = dayNumber(last) - dayNumber(first) + 1;
  const placed = points.map(({ day, value }) => ({ at: (dayNumber(day) - dayNumber(first) + 1) / length, value }));
  return [{ at: 0, value: 0 }, ...placed];
}
