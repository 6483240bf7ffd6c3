import type { Decision } from "../decide/facts.ts";
import { NEW_ROTATION } from "../decide/turns.ts";
import type { SharedFacts } from "./collect-facts.ts";
import type { Counted } from "./store.ts";

/**
 * Brings the facts up to date after a decision, so that the next lead of the batch is decided as if this one were stored. Answers whose
 * turns it changed.
 */
export function applyDecision(facts: SharedFacts, { steps, outcome }: Decision, counted: Counted[]): string[] {
  for (const { rule_id: rule, who, per } of counted) {
    const own = ((facts.counts[rule] ??= {})[who] ??= {});
    own[per] = (own[per] ?? 0) + 1;
  }
  if (outcome.kind !== "assign") return [];
  const person = facts.people[outcome.user];
  if (person) person.load += 1;
  const { present, ends } = facts.turns[outcome.rule] ?? NEW_ROTATION;
  const free = (steps.at(-1)?.people ?? []).filter((one) => !one.out);
  // Who came back, or is new, keeps the start that was given now: otherwise they would lose it again with the next lead.
  const started = free.filter((one) => !present.includes(one.id)).map((one) => [one.id, one.turn] as const);
  facts.turns[outcome.rule] = {
    now: outcome.now,
    ends: { ...ends, ...Object.fromEntries(started), [outcome.user]: outcome.ends },
    present: free.map((one) => one.id),
  };
  return [...started.map(([id]) => id), outcome.user];
}
