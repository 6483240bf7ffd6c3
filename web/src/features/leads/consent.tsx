import { RelativeTime } from "../../ui/clock.tsx";
import { Line, Lines } from "../../ui/page.tsx";
import { StatePill } from "../../ui/state-pill.tsx";
import classes from "./held.module.css";
import type { Submission } from "./read.ts";

/** The box as it was shown, and whether it was ticked. */
export function ConsentLines({ consent }: { consent: Submission["consent"] }) {
  if (!consent) return <p className="k-muted">The form had no box.</p>;
  return (
    <Lines>
      <Line label="Words">
        <span className={classes.fact}>{consent.text}</span>
      </Line>
      <Line label="Version">
        <span className={classes.fact}>{consent.version}</span>
      </Line>
      <Line label="Given">
        <span className={classes.fact}>
          {consent.given ? <StatePill tone="good">Yes</StatePill> : <StatePill>No</StatePill>} <RelativeTime at={consent.at} />
        </span>
      </Line>
      {consent.page && (
        <Line label="Page">
          <span className={`${classes.fact} k-mono`}>{consent.page}</span>
        </Line>
      )}
    </Lines>
  );
}
