import type { ReactNode } from "react";
import classes from "./meter.module.css";

interface MeterProps {
  /** What is being done: "Importing contacts.csv". */
  title: string;
  /** From 0 to 1; undefined if unknown. */
  part?: number | undefined;
  /** How far it is: "18,240 of 52,000, about 1 min". */
  count?: ReactNode;
  /** For example that the page can be left. */
  note?: ReactNode;
}

/** Progress of work that takes a while. */
export function Meter({ title, part, count, note }: MeterProps) {
  const percent = part === undefined ? undefined : Math.round(part * 100);
  return (
    <div className={classes.box}>
      <div className={classes.line}>
        <span className={`${classes.title} k-truncate`}>{title}</span>
        <span className={classes.count}>{count}</span>
      </div>
      <div className={classes.track} role="progressbar" aria-label={title} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
        <div className={classes.bar} data-unknown={percent === undefined || undefined} style={{ width: `${percent ?? 30}%` }} />
      </div>
      {note && <div className={classes.note}>{note}</div>}
    </div>
  );
}
