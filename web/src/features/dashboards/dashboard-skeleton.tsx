import classes from "./dashboard-page.module.css";
import { sizeOf } from "./arrange/move.ts";
import boxes from "./widget-box.module.css";

const SHAPES = Object.entries({ number: 3, funnel: 5, table: 4, area: 8, people: 4, bars: 4, tasks: 4, activity: 4 });

/** Boxes where the widgets will be. */
export function DashboardSkeleton() {
  return (
    <div className={classes.grid} role="status" aria-label="Loading">
      {SHAPES.map(([name, width]) => (
        <div className={classes.cell} style={sizeOf({ width, height: 4 })} key={name}>
          <div className={boxes.box} />
        </div>
      ))}
    </div>
  );
}
