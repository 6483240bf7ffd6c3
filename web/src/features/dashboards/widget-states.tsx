import { IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Ticked } from "../filters/index.ts";
import { manyOf, type RecordType } from "../types/index.ts";
import type { WidgetSettings } from "./dashboards.ts";
import classes from "./widget-states.module.css";

/** Nothing to show is an answer, too: what there is none of, and the way to all of them. */
export function WidgetEmpty({ type, children }: { type?: RecordType; children?: ReactNode }) {
  return (
    <p className={classes.middle}>
      {children ?? (
        <>
          No {type ? manyOf(type) : "records"} match.{" "}
          {type && (
            <Link to="/records/$type" params={{ type: type.key }}>
              See all {manyOf(type)}
            </Link>
          )}
        </>
      )}
    </p>
  );
}

export function WidgetFailure({ message }: { message: string }) {
  return (
    <p className={classes.middle} role="alert">
      <IconAlertTriangle className={classes.bad} size={16} stroke={1.75} aria-hidden />
      <span>
        <Ticked text={message} />
      </span>
    </p>
  );
}

/** Over 100,000 records a worker counts. */
export const WidgetPending = () => <p className={classes.middle}>Counting. This takes a moment.</p>;

const HEIGHTS = [46, 78, 62, 90, 70, 54, 82];

/** The shape of what is to come. */
export function WidgetSkeleton({ widget }: { widget: Pick<WidgetSettings, "kind"> }) {
  if (widget.kind === "number")
    return (
      <div className={classes.skeleton} role="status" aria-label="Loading">
        <span className={classes.block} style={{ width: "44%", height: 28 }} />
        <span className={classes.block} style={{ width: "62%", height: 10 }} />
      </div>
    );
  if (widget.kind === "bar" || widget.kind === "line" || widget.kind === "area")
    return (
      <div className={classes.columns} role="status" aria-label="Loading">
        {HEIGHTS.map((height) => (
          <span className={classes.block} style={{ height: `${height}%` }} key={height} />
        ))}
      </div>
    );
  return (
    <div className={classes.lines} role="status" aria-label="Loading">
      {HEIGHTS.slice(0, 5).map((width) => (
        <span className={classes.line} key={width}>
          <span className={classes.block} style={{ width: `${width * 0.6}%` }} />
          <span className={classes.block} style={{ width: 44 }} />
        </span>
      ))}
    </div>
  );
}
