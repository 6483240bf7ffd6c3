import states from "../../../ui/states.module.css";
import classes from "./record-table.module.css";

const ROWS = 18;

/** The shape of the table to come. */
export function TableSkeleton() {
  return (
    <div className={`${classes.waiting} ${states.late}`} role="status" aria-label="Loading">
      {Array.from({ length: ROWS }, (_, row) => (
        <div className={classes.waitingRow} key={row}>
          <span className={classes.box} />
          <span className={classes.bar} style={{ width: `${24 + ((row * 7) % 5) * 3}%` }} />
          <span className={`${classes.bar} ${classes.pillBar}`} />
          <span className={classes.bar} style={{ width: 64 }} />
          <span className={classes.roundBar} />
        </div>
      ))}
    </div>
  );
}
