import states from "../../../ui/states.module.css";
import headClasses from "./record-head.module.css";
import classes from "./record.module.css";

/** The shape of the record to come. */
export function RecordSkeleton() {
  return (
    <div className={`${classes.page} ${states.late}`} role="status" aria-label="Loading">
      <div className={headClasses.bar} />
      <div className={headClasses.head}>
        <span className={classes.bone} style={{ width: 240, height: 20 }} />
      </div>
      <div className={classes.columns}>
        <div className={classes.left}>
          {Array.from({ length: 9 }, (_, row) => (
            <span className={classes.bone} style={{ width: `${60 + ((row * 17) % 30)}%` }} key={row} />
          ))}
        </div>
        <div className={classes.middle}>
          {Array.from({ length: 6 }, (_, row) => (
            <span className={classes.bone} style={{ width: `${50 + ((row * 23) % 40)}%` }} key={row} />
          ))}
        </div>
      </div>
    </div>
  );
}
