import classes from "./chart.module.css";
import type { ChartItem } from "./chart-item.ts";
import { ChartTable } from "./chart-table.tsx";
import { Hits } from "./hits.tsx";
import { labelEvery, place, ticksFor } from "./scale.ts";
import { namePlaces, type Series, SeriesShape } from "./series.tsx";
import { useSize } from "./use-size.ts";

interface Point extends ChartItem {
  /** Its name below the line, short. */
  tick: string;
}

interface LineChartProps {
  label: string;
  points: Point[];
  series: Series[];
  /** A value at the left edge, short. */
  axis: (value: number) => string;
  /** A line across at one of the points, such as today. */
  marker?: { at: number; label: string } | undefined;
  isWhole?: boolean;
}

const BELOW = 20;
const ABOVE = 8;
const MAX_LEFT = 60;
const RIGHT = 12;
const LABEL_WIDTH = 48;
const CHARACTER = 6.4;

/** Values over time: one or a few lines, each named at its highest point. */
export function LineChart({ label, points, series, axis, marker, isWhole = false }: LineChartProps) {
  const { ref, width, height } = useSize();
  const values = series.flatMap((one) => one.values.filter((value) => value !== null));
  const ticks = ticksFor(values, isWhole);
  const left = Math.min(Math.max(...ticks.map((tick) => axis(tick).length)) * CHARACTER + 8, MAX_LEFT);
  const floor = height - BELOW;
  const y = place([ticks[0] ?? 0, ticks.at(-1) ?? 1], floor, ABOVE);
  const x = place([0, Math.max(points.length - 1, 1)], left, width - RIGHT);
  const every = labelEvery(points.length, width - left, LABEL_WIDTH);
  const step = x(1) - x(0);
  const highest = (at: number) => Math.max(0, ...series.map((one) => one.values[at] ?? 0));
  return (
    <div className={classes.chart} ref={ref}>
      {width > 0 && floor > ABOVE && (
        <>
          <svg className={classes.svg} width={width} height={height} aria-hidden>
            {ticks.map((tick) => (
              <g key={tick}>
                <line className={classes.grid} x1={left} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} />
                <text x={left - 8} y={y(tick) + 4} textAnchor="end">
                  {axis(tick)}
                </text>
              </g>
            ))}
            {points.map(
              (point, at) =>
                (points.length - 1 - at) % every === 0 && (
                  <text x={x(at)} y={height - 4} textAnchor="middle" key={point.key}>
                    {point.tick}
                  </text>
                ),
            )}
            {series.map((one) => (
              <SeriesShape series={one} x={x} y={y} key={one.name} />
            ))}
            {marker && (
              <>
                <line className={classes.marker} x1={x(marker.at)} x2={x(marker.at)} y1={ABOVE} y2={floor} />
                <text x={x(marker.at) + 6} y={ABOVE + 8}>
                  {marker.label}
                </text>
              </>
            )}
            {namePlaces(series, x, y, width).map(({ name, at, top, anchor }) => (
              <text className={classes.name} x={at} y={top} textAnchor={anchor} key={name}>
                {name}
              </text>
            ))}
          </svg>
          <Hits
            label={label}
            items={points}
            areas={points.map((_, at) => ({ left: x(at) - step / 2, top: 0, width: step, height: floor }))}
            tips={points.map((_, at) => ({ x: x(at), y: y(highest(at)) }))}
            width={width}
          />
        </>
      )}
      <ChartTable label={label} items={points} />
    </div>
  );
}
