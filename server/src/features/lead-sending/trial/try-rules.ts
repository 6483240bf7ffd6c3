import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { AppError } from "../../../kernel/errors.ts";
import { newId } from "../../../platform/random.ts";
import { recordId } from "../../records/operations.ts";
import type { CompanySchema } from "../../types/index.ts";
import type { Decision, Facts, Outcome } from "../decide/facts.ts";
import { showOutcome } from "../explain/show-decision.ts";
import { changeSentence } from "./change-sentence.ts";
import { collectFacts, peopleOf } from "../route/collect-facts.ts";
import { rulesOf } from "../rules/store.ts";
import type { Given } from "../rules/check-rules.ts";
import type { Rule } from "../shapes.ts";
import { countsThen } from "./counts-then.ts";
import { matchAtTheirTime } from "./match-at.ts";
import { replay, type Then } from "./replay.ts";
import type { Pair } from "./pair.ts";
import * as store from "./store.ts";

const LEADS = 100;

/** What a list of rules would have done with the last leads. Reads only. */
export async function tryRules(call: Call<Member>, schema: CompanySchema, given: readonly Given[], withAll: boolean) {
  const started = performance.now();
  const { tx, actor } = call;
  const type = schema.byKey.get("lead");
  if (!type) throw new AppError(409, "no_lead_type", "Your company has no record type lead. Restore it first.");
  const rules = given.map(({ id, ...rule }): Rule => ({ id: id ?? newId(), ...rule }));
  const past = await store.lastDecisions(tx, actor.companyId, LEADS);
  const now = await collectFacts(call, schema, type, rules, call.clock.now());
  const names = new Map(Object.entries(now.people).map(([id, { name }]) => [id, name]));
  const on = rules.filter((rule) => rule.is_on);
  const then: Then = {
    now,
    matches: await matchAtTheirTime({ call, schema, type, names }, on, past),
    counts: await countsThen(tx, actor.companyId, rules, schema.timeZone, past),
    absences: await absencesThen(call, rules, past),
    rulesOfVersion: await versionsOf(call, past),
  };
  const results = replay(rules, past, then);
  const leads = past.filter((one) => one.cause === "new").slice(-LEADS);
  const pairs = leads.map((one) => ({ one, before: one.outcome, ...(results.get(one.n) ?? NOTHING) }));
  const same = withAll ? unchanged(rules, pairs) : [];
  return { ...totals(rules, then, pairs), changed: changes(rules, then, pairs), same, ms: Math.round(performance.now() - started) };
}

const NOTHING: { decision: Decision; facts: Facts | undefined } = { decision: { steps: [], outcome: { kind: "none" } }, facts: undefined };

async function absencesThen({ tx, actor }: Call<Member>, rules: readonly Rule[], past: readonly store.PastDecision[]) {
  const [first, last] = [past[0], past.at(-1)];
  return first && last ? store.absencesBetween(tx, actor.companyId, [...new Set(rules.flatMap(peopleOf))], first.at, last.at) : [];
}

async function versionsOf({ tx, actor }: Call<Member>, past: readonly store.PastDecision[]) {
  const found = new Map<number, readonly Rule[]>();
  for (const version of new Set(past.map((one) => one.rules_version))) found.set(version, await rulesOf(tx, actor.companyId, { version }));
  return found;
}

function totals(rules: readonly Rule[], then: Then, pairs: readonly Pair[]) {
  const countOf = (isIt: (outcome: Outcome) => boolean) => ({
    count: pairs.filter((pair) => isIt(pair.decision.outcome)).length,
    was: pairs.filter((pair) => isIt(pair.before)).length,
  });
  const userOf = (outcome: Outcome) => (outcome.kind === "assign" ? [outcome.user] : []);
  const users = [...new Set(pairs.flatMap((pair) => [...userOf(pair.before), ...userOf(pair.decision.outcome)]))];
  return {
    leads: pairs.length,
    rules: rules.map(({ id, name }) => ({ rule: id, name, ...countOf((outcome) => outcome.kind !== "none" && outcome.rule === id) })),
    people: users.map((id) => ({ id, name: nameOf(id, then, pairs), ...countOf((outcome) => userOf(outcome).includes(id)) })),
    unassigned: countOf((outcome) => outcome.kind === "none"),
  };
}

/** By the decision that named them, where they are in no rule any more. */
const nameOf = (id: string, { now }: Then, pairs: readonly Pair[]) =>
  now.people[id]?.name ?? pairs.find((pair) => pair.one.facts.people[id])?.one.facts.people[id]?.name ?? "";

/** Only leads that would have gone elsewhere, or by another rule; newest first. */
function changes(rules: readonly Rule[], then: Then, pairs: readonly Pair[]) {
  const changed = pairs.filter(({ before, decision }) => key(before) !== key(decision.outcome));
  return changed.toReversed().map((pair) => {
    const old = then.rulesOfVersion.get(pair.one.rules_version) ?? [];
    return {
      lead: recordId.encode(pair.one.lead_id),
      lead_name: pair.one.lead_name,
      at: pair.one.at,
      before: showOutcome(old, pair.before, pair.one.facts),
      after: showOutcome(rules, pair.decision.outcome, pair.facts ?? pair.one.facts),
      sentence: changeSentence(old, rules, pair),
    };
  });
}

/** The others, newest first. */
const unchanged = (rules: readonly Rule[], pairs: readonly Pair[]) =>
  pairs
    .filter(({ before, decision }) => key(before) === key(decision.outcome))
    .toReversed()
    .map(({ one, decision, facts }) => ({
      lead: recordId.encode(one.lead_id),
      lead_name: one.lead_name,
      at: one.at,
      after: showOutcome(rules, decision.outcome, facts ?? one.facts),
    }));

const key = (outcome: Outcome) =>
  JSON.stringify(outcome.kind === "none" ? [] : [outcome.rule, outcome.kind === "assign" ? outcome.user : outcome.destination]);
