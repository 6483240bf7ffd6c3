import classes from "./chart.module.css";
import type { ChartItem } from "./chart-item.ts";
import { ChartTable } from "./chart-table.tsx";
import { Hits } from "./hits.tsx";
import { labelEvery, place, ticksFor } from "./scale.ts";
import { useSize } from "./use-size.ts";

interface Column extends ChartItem {
  value: number;
  /** Its value on top of it, short; its name below it, short. */
  figure: string;
  tick: string;
  isMuted?: boolean;
}

interface ColumnChartProps {
  label: string;
  columns: Column[];
}

const BELOW = 20;
const ABOVE = 16;
const WIDEST = 44;
const LABEL_WIDTH = 46;
const FIGURE_WIDTH = 30;

/** Bars that stand, each with its figure on top: for what has an order of its own. */
export function ColumnChart({ label, columns }: ColumnChartProps) {
  const { ref, width, height } = useSize();
  const floor = height - BELOW;
  const ticks = ticksFor(columns.map((column) => column.value));
  const y = place([ticks[0] ?? 0, ticks.at(-1) ?? 1], floor, ABOVE);
  const step = width / Math.max(columns.length, 1);
  const thick = Math.min(step * 0.8, WIDEST);
  const every = labelEvery(columns.length, width, LABEL_WIDTH);
  const hasFigures = step >= FIGURE_WIDTH;
  const middle = (at: number) => step * (at + 0.5);
  const bars = columns.map((column) => ({ top: Math.min(y(column.value), y(0)), tall: Math.abs(y(0) - y(column.value)) }));
  return (
    <div className={classes.chart} ref={ref}>
      {width > 0 && floor > ABOVE && (
        <>
          <svg className={classes.svg} width={width} height={height} aria-hidden>
            {columns.map((column, at) => (
              <g key={column.key}>
                <rect
                  x={middle(at) - thick / 2}
                  y={bars[at]?.top}
                  width={thick}
                  height={bars[at]?.tall}
                  rx={2}
                  fill={column.isMuted ? "var(--k-c0)" : "var(--k-c1)"}
                />
                {hasFigures && column.value !== 0 && (
                  <text className={classes.figure} x={middle(at)} y={(bars[at]?.top ?? 0) - 4} textAnchor="middle">
                    {column.figure}
                  </text>
                )}
                {(columns.length - 1 - at) % every === 0 && (
                  <text x={middle(at)} y={height - 4} textAnchor="middle">
                    {column.tick}
                  </text>
                )}
              </g>
            ))}
            <line className={classes.base} x1={0} x2={width} y1={y(0)} y2={y(0)} />
          </svg>
          <Hits
            label={label}
            items={columns}
            areas={columns.map((_, at) => ({ left: step * at, top: 0, width: step, height: floor }))}
            tips={columns.map((_, at) => ({ x: middle(at), y: (bars[at]?.top ?? 0) - (hasFigures ? 12 : 0) }))}
            width={width}
          />
        </>
      )}
      <ChartTable label={label} items={columns} />
    </div>
  );
}
