import { wholeText } from "../../../ui/formats.ts";
import { Button } from "@mantine/core";
import classes from "./bulk.module.css";
import type { BulkProgress } from "./run-bulk.ts";

interface BulkMeterProps {
  title: string;
  progress: BulkProgress;
  onStop: () => void;
}

/** How far long work is. It shows itself only when the work takes more than a moment. */
export function BulkMeter({ title, progress: { phase, done, total }, onStop }: BulkMeterProps) {
  const count = (value: number) => wholeText(value);
  return (
    <div className={classes.meterBox} role="status" aria-label={title}>
      <div className={classes.meterHead}>
        <b>{title}</b>
        <span className="k-number">{phase === "collecting" ? `${count(done)} found` : `${count(done)} of ${count(total ?? 0)}`}</span>
      </div>
      <span className={classes.meter}>
        <span className={classes.meterFill} style={{ width: total ? `${(done / total) * 100}%` : "0" }} />
      </span>
      <div className={classes.meterHead}>
        <span>You can leave this page.</span>
        <Button variant="subtle" onClick={onStop}>
          Stop
        </Button>
      </div>
    </div>
  );
}
