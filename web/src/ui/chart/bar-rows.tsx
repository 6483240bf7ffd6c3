import { Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./chart.module.css";
import type { ChartItem } from "./chart-item.ts";

export interface BarRow extends ChartItem {
  /** The label with its mark, where it has one. */
  name?: ReactNode;
  value: number;
  /** How much of the bar is filled, from 0 to 1; all of it without. */
  part?: number | undefined;
  figure: string;
  side?: string | undefined;
  isRest?: boolean;
}

const TIPS = { hover: true, focus: true, touch: false };

interface BarRowsProps {
  label: string;
  rows: BarRow[];
  look?: "thin" | "thick";
}

/** Bars that lie below one another, with name and figure: a list that can be compared at a glance. */
export function BarRows({ label, rows, look = "thin" }: BarRowsProps) {
  const most = Math.max(...rows.map((row) => row.value), 0) || 1;
  return (
    <div className={classes.rows} role="list" aria-label={label} data-look={look}>
      {rows.map((row) => (
        <Row row={row} most={most} key={row.key} />
      ))}
    </div>
  );
}

function Row({ row, most }: { row: BarRow; most: number }) {
  const inside = (
    <>
      <span className={classes.rowName}>{row.name ?? row.label}</span>
      <span className={classes.track} aria-hidden>
        <span
          className={classes.bar}
          style={{ width: `${(Math.max(row.value, 0) / most) * 100}%` }}
          data-part={row.part !== undefined || undefined}
          data-rest={row.isRest || undefined}
        >
          {row.part !== undefined && <span className={classes.part} style={{ width: `${row.part * 100}%` }} />}
        </span>
      </span>
      <span className={classes.rowFigure}>{row.figure}</span>
      <span className={classes.rowSide}>{row.side}</span>
    </>
  );
  return (
    <div role="listitem" style={{ display: "contents" }}>
      <Tooltip label={row.text} openDelay={150} events={TIPS}>
        {row.href ? (
          <a className={classes.row} href={row.href} onClick={row.onOpen}>
            {inside}
          </a>
        ) : (
          <div className={classes.row}>{inside}</div>
        )}
      </Tooltip>
    </div>
  );
}
