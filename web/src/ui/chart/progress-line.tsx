import classes from "./chart.module.css";
import { place } from "./scale.ts";
import { useSize } from "./use-size.ts";

interface ProgressLineProps {
  /** How far along each point is, from 0 to 1, and its value. */
  points: { at: number; value: number }[];
  start: string;
  end: string;
  goal?: { value: number; label: string } | undefined;
}

const BELOW = 20;
const ABOVE = 18;

/** A running total over its period, with its goal. Hidden from screen readers: the figure is beside it as text. */
export function ProgressLine({ points, start, end, goal }: ProgressLineProps) {
  const { ref, width, height } = useSize();
  const floor = height - BELOW;
  const top = Math.max(...points.map((point) => point.value), goal?.value ?? 0, 0);
  const y = place([0, top || 1], floor, ABOVE);
  const last = points.at(-1);
  const x = (at: number) => at * (width - 4);
  return (
    <div className={classes.chart} ref={ref} aria-hidden>
      {width > 0 && floor > ABOVE && (
        <svg className={classes.svg} width={width} height={height}>
          {goal && (
            <>
              <line className={classes.marker} x1={0} x2={width} y1={y(goal.value)} y2={y(goal.value)} />
              <text x={width} y={y(goal.value) - 5} textAnchor="end">
                {goal.label}
              </text>
            </>
          )}
          <line className={classes.base} x1={0} x2={width} y1={floor} y2={floor} />
          <polyline
            points={points.map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" ")}
            fill="none"
            stroke="var(--k-c1)"
            strokeWidth={2}
            strokeLinejoin="round"
          />
          {last && <circle cx={x(last.at)} cy={y(last.value)} r={3} fill="var(--k-c1)" />}
          <text x={0} y={height - 4}>
            {start}
          </text>
          <text x={width} y={height - 4} textAnchor="end">
            {end}
          </text>
        </svg>
      )}
    </div>
  );
}
