import type { Rule } from "../shapes.ts";
import { decide } from "./decide.ts";
import type { Decision, Facts } from "./facts.ts";

/** The facts a decision looked at, without those of rules behind the one that took the lead: what is stored with it. */
export function neededFacts(rules: readonly Rule[], facts: Facts, { steps }: Decision): Facts {
  const reached = rules.slice(0, steps.length).filter((_, at) => steps[at]?.result !== "off");
  const asked = new Set(steps.flatMap((step) => (step.people ?? []).map(({ id }) => id)));
  const ids = new Set(reached.map(({ id }) => id));
  const destinations = new Set(reached.flatMap((rule) => (rule.then.kind === "send" ? [rule.then.destination_id] : [])));
  const only = <V>(all: Record<string, V>, keys: ReadonlySet<string>) =>
    Object.fromEntries(Object.entries(all).filter(([key]) => keys.has(key)));
  return {
    ...facts,
    matches: only(facts.matches, ids),
    people: only(facts.people, asked),
    turns: only(facts.turns, ids),
    counts: only(facts.counts, ids),
    destinations: only(facts.destinations, destinations),
  };
}

/** A stored decision made once more, from its own facts and the rules of its day. The same bytes, or something changed what deciding means. */
export const rerun = (rules: readonly Rule[], facts: Facts): Decision => decide(rules, facts);
