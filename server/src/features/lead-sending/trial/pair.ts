import type { Decision, Facts, Outcome } from "../decide/facts.ts";
import type { PastDecision } from "./store.ts";

/** What was decided for a lead, and what the tried rules would have decided. */
export interface Pair {
  one: PastDecision;
  before: Outcome;
  decision: Decision;
  facts: Facts | undefined;
}
