import type { Facts, Outcome } from "../decide/facts.ts";
import type { Rule } from "../shapes.ts";
import { numberOf, showOutcome } from "./show-decision.ts";
import type { LogRow } from "./store.ts";

export type LogEntry = ReturnType<typeof showEntry>;

/** A line of the log: the decision, the lead as it is now, and what became of it. */
export function showEntry(rules: readonly Rule[], row: LogRow, rulesBefore: readonly Rule[]) {
  const outcome = JSON.parse(row.outcome) as Outcome;
  return {
    n: row.n,
    at: row.at,
    cause: row.cause,
    rules_version: row.rules_version,
    outcome: showOutcome(rules, outcome, JSON.parse(row.facts) as Facts),
    rule_number: numberOf(rules, outcome),
    lead: { id: row.lead_id, name: row.lead_name ?? "", company: row.company },
    source: row.source,
    delivery: row.delivery_id && row.delivery_state ? { id: row.delivery_id, state: row.delivery_state, ms: row.delivery_ms } : null,
    before: row.before ? showBefore(rulesBefore, row.before) : null,
  };
}

function showBefore(rules: readonly Rule[], before: NonNullable<LogRow["before"]>) {
  const outcome = JSON.parse(before.outcome) as Outcome;
  const { to } = showOutcome(rules, outcome, JSON.parse(before.facts) as Facts);
  return { rule_number: numberOf(rules, outcome), to, state: before.state };
}
