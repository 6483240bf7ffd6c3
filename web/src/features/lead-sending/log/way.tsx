import { IconArrowRight } from "@tabler/icons-react";
import { Person } from "../person.tsx";
import parts from "../parts.module.css";
import { CAUSES, type Entry } from "./entry.ts";
import { stateLabel } from "./hop-state.tsx";
import classes from "./log.module.css";

/** The rule that took it and who has it now, in one line. */
export function Way({ entry: { outcome, rule_number: number, cause, delivery, before } }: { entry: Entry }) {
  const { kind, user, to, rule_name: rule } = outcome;
  return (
    <span className={classes.way} title={cause === "new" ? undefined : CAUSES[cause]}>
      {cause !== "new" && <Before before={before} cause={cause} />}
      {kind === "none" ? (
        <span className="k-muted">No rule took it</span>
      ) : (
        <>
          {number !== null && (
            <span className={parts.number} title={rule ?? undefined}>
              {number}
            </span>
          )}
          {user && to ? <Person id={user} name={to} /> : <span className="k-truncate">{to ?? "somebody who left"}</span>}
          {delivery && delivery.state !== "accepted" && (
            <span className={["refused", "timeout", "unknown"].includes(delivery.state) ? parts.bad : "k-faint"}>
              {stateLabel(delivery.state).toLowerCase()}
            </span>
          )}
        </>
      )}
    </span>
  );
}

/** Who had it before, and how that ended. */
function Before({ before, cause }: Pick<Entry, "before" | "cause">) {
  const isFailed = cause === "refused" || cause === "timeout" || cause === "unknown";
  return (
    <>
      {before?.rule_number && <span className={parts.number}>{before.rule_number}</span>}
      <span className={`${isFailed ? parts.bad : classes.cause} k-truncate`}>
        {before?.state ? stateLabel(before.state).toLowerCase() : CAUSES[cause].toLowerCase()}
      </span>
      <IconArrowRight className={classes.arrow} size={12} stroke={1.75} aria-label="then" role="img" />
    </>
  );
}
