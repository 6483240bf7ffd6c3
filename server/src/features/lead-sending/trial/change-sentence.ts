import type { Outcome } from "../decide/facts.ts";
import { quote } from "../explain/quote.ts";
import { stepSentence } from "../explain/sentences.ts";
import type { Rule } from "../shapes.ts";
import type { Pair } from "./pair.ts";

/** Why a lead would have gone elsewhere. */
export function changeSentence(old: readonly Rule[], rules: readonly Rule[], { before, decision, facts }: Pair): string {
  const { outcome, steps } = decision;
  const placeIn = (list: readonly Rule[], end: Outcome) => (end.kind === "none" ? 0 : list.findIndex((rule) => rule.id === end.rule) + 1);
  const place = placeIn(rules, outcome);
  const last = steps.at(-1);
  const own = facts && last ? stepSentence(rules[steps.length - 1], last, facts, outcome) : "";
  // The rule that had it: what it says now is the reason, if it was asked at all.
  const former = before.kind === "none" ? -1 : rules.findIndex((rule) => rule.id === before.rule);
  const refused = steps[former];
  const refusal = facts && refused && refused.result !== "taken" ? ` ${stepSentence(rules[former], refused, facts, outcome)}` : "";
  const was = placeIn(old, before);
  const formerly = before.kind === "none" ? "nobody" : `rule ${was}`;
  if (outcome.kind === "none") return `Now nobody, before ${formerly}.${refusal || lacking(former, was)}`;
  const name = quote(rules[place - 1]?.name ?? "");
  if (before.kind !== "none" && before.rule === outcome.rule) {
    const isSame = before.kind === "assign" && outcome.kind === "assign" && before.user === outcome.user;
    return isSame ? `The same rule and person.` : `The same rule, ${name}. ${own}`;
  }
  const isSamePerson = before.kind === "assign" && outcome.kind === "assign" && before.user === outcome.user;
  if (isSamePerson) return `Now rule ${place}, ${name}, instead of ${formerly}; the same person.${refusal}`;
  return `Now rule ${place}, ${name}, instead of ${formerly}.${refusal} ${own}`;
}

const lacking = (former: number, was: number) => (former < 0 && was > 0 ? ` Rule ${was} is not in the list any more.` : "");
