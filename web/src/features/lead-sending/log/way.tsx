import { Person } from "../person.tsx";
import parts from "../parts.module.css";
import { CAUSES, type Entry } from "./entry.ts";
import { stateLabel } from "./hop-state.tsx";
import classes from "./log.module.css";

/** The rule that took it and who has it now, in one line. */
export function Way({ entry: { outcome, rule_number: number, cause, delivery } }: { entry: Entry }) {
  const { kind, user, to, rule_name: rule } = outcome;
  return (
    <span className={classes.way}>
      {cause !== "new" && <span className={classes.cause}>{CAUSES[cause]}</span>}
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
