import type { Decision, Facts, Outcome, PersonStep, Step } from "../decide/facts.ts";
import { rerun } from "../decide/needed-facts.ts";
import type { Rule } from "../shapes.ts";
import { decisionSentence, outReason, stepSentence } from "./sentences.ts";
import type { StoredDecision } from "./store.ts";

/** Where a lead went. */
export function showOutcome(rules: readonly Rule[], outcome: Outcome, facts: Pick<Facts, "people" | "destinations">) {
  const user = outcome.kind === "assign" ? outcome.user : null;
  const destination = outcome.kind === "send" ? outcome.destination : null;
  return {
    kind: outcome.kind,
    rule: outcome.kind === "none" ? null : outcome.rule,
    rule_name: outcome.kind === "none" ? null : (rules.find((rule) => rule.id === outcome.rule)?.name ?? null),
    user,
    destination,
    to: (user && facts.people[user]?.name) ?? (destination && facts.destinations[destination]?.name) ?? null,
  };
}

export function numberOf(rules: readonly Rule[], outcome: Outcome): number | null {
  const place = outcome.kind === "none" ? -1 : rules.findIndex((rule) => rule.id === outcome.rule);
  return place < 0 ? null : place + 1;
}

/** A stored decision with its sentences, and whether it comes out the same once more. */
export function showDecision(rules: readonly Rule[], stored: StoredDecision) {
  const facts = JSON.parse(stored.facts) as Facts;
  const steps = JSON.parse(stored.steps) as Step[];
  const outcome = JSON.parse(stored.outcome) as Outcome;
  const decision: Decision = { steps, outcome };
  const again = rerun(rules, facts);
  return {
    n: stored.n,
    at: stored.at,
    cause: stored.cause,
    rules_version: stored.rules_version,
    outcome: showOutcome(rules, outcome, facts),
    rule_number: numberOf(rules, outcome),
    sentence: decisionSentence(rules, decision, facts),
    steps: steps.map((step, at) => showStep(rules[at], step, at, facts, outcome)),
    is_same_again: JSON.stringify(again.steps) === stored.steps && JSON.stringify(again.outcome) === stored.outcome,
  };
}

function showStep(rule: Rule | undefined, step: Step, at: number, facts: Facts, outcome: Outcome) {
  const chosen = step.result === "taken" && outcome.kind === "assign" ? outcome.user : undefined;
  return {
    rule: step.rule,
    number: at + 1,
    rule_name: rule?.name ?? "",
    result: step.result,
    sentence: stepSentence(rule, step, facts, outcome),
    people: (step.people ?? []).map((one) => ({
      id: one.id,
      name: facts.people[one.id]?.name ?? "",
      sentence: one.id === chosen ? "Got it" : one.out ? begin(outReason(one, facts)) : waiting(one, step),
      is_chosen: one.id === chosen,
    })),
  };
}

/** The name stands beside it, so it begins like a sentence. */
const begin = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Somebody who was there and did not get it. */
function waiting(one: PersonStep, { people = [] }: Step): string {
  const loads = people.some((other) => other.load !== one.load);
  return loads ? `Was there, with ${one.load} open leads` : "Was there; it was not their turn";
}
