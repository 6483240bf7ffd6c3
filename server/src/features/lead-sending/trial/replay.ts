import { decide } from "../decide/decide.ts";
import type { Decision, Facts, Match, PersonFacts, Rotation } from "../decide/facts.ts";
import { NEW_ROTATION } from "../decide/turns.ts";
import { applyDecision } from "../route/apply-decision.ts";
import type { SharedFacts } from "../route/collect-facts.ts";
import type { Rule } from "../shapes.ts";
import type { countsThen } from "./counts-then.ts";
import type { AbsenceSpan, PastDecision } from "./store.ts";

export interface Then {
  /** As they are now; what is stored with a decision goes before it. */
  now: SharedFacts;
  matches: Map<number, Record<string, Match>>;
  counts: Awaited<ReturnType<typeof countsThen>>;
  absences: AbsenceSpan[];
  rulesOfVersion: ReadonlyMap<number, readonly Rule[]>;
}

/** The past decided once more by other rules, in its own order: each lead at its time, with the turns and counts the new rules would have led to. */
export function replay(
  rules: readonly Rule[],
  past: readonly PastDecision[],
  then: Then,
): Map<number, { decision: Decision; facts: Facts }> {
  const results = new Map<number, { decision: Decision; facts: Facts }>();
  const latest = new Map<string, Decision>();
  const turns = turnsBefore(rules, past, then.now.turns);
  const ahead = new Map<string, number>(); // leads that somebody has more than they had then
  for (const one of past) {
    // A refusal only followed if the lead was sent in this telling too.
    const before = latest.get(one.lead_id);
    if (one.cause !== "new" && before?.outcome.kind !== "send") continue;
    const facts = factsThen(rules, one, then, turns, ahead);
    const decision = decide(rules, facts);
    const { outcome } = decision;
    results.set(one.n, { decision, facts });
    latest.set(one.lead_id, decision);
    const rule = outcome.kind === "none" ? undefined : rules.find((own) => own.id === outcome.rule);
    if (rule) then.counts.take(rule, one.at, outcome.kind === "assign" ? outcome.user : undefined);
    const shared: SharedFacts = { ...facts, turns, counts: {}, people: {} };
    applyDecision(shared, decision, []);
    if (outcome.kind === "assign") ahead.set(outcome.user, (ahead.get(outcome.user) ?? 0) + 1);
    if (one.outcome.kind === "assign") ahead.set(one.outcome.user, (ahead.get(one.outcome.user) ?? 0) - 1);
  }
  return results;
}

/** Where each rotation was: as the first of these decisions that asked the rule found it, or as it is now. */
function turnsBefore(rules: readonly Rule[], past: readonly PastDecision[], now: Record<string, Rotation>): Record<string, Rotation> {
  const turns: Record<string, Rotation> = {};
  for (const { id } of rules) {
    const first = past.find((one) => one.facts.matches[id] !== undefined);
    turns[id] = (first ? first.facts.turns[id] : now[id]) ?? NEW_ROTATION;
  }
  return turns;
}

function factsThen(
  rules: readonly Rule[],
  one: PastDecision,
  then: Then,
  turns: Record<string, Rotation>,
  ahead: Map<string, number>,
): Facts {
  const { facts: stored } = one;
  const rulesThen = new Map((then.rulesOfVersion.get(one.rules_version) ?? []).map((rule) => [rule.id, rule]));
  const matches = { ...then.matches.get(one.n) };
  for (const rule of rules) {
    // What the filter said then, about the values of then, if it is the same filter.
    const match = stored.matches[rule.id];
    if (match && rulesThen.get(rule.id)?.filter === rule.filter) matches[rule.id] = match;
  }
  const people = Object.fromEntries(
    Object.entries(then.now.people).map(([id, now]) => [id, personThen(id, now, one, then.absences, ahead.get(id) ?? 0)]),
  );
  return {
    at: stored.at,
    ...(then.now.hours ? { hours: then.now.hours } : {}),
    matches,
    people,
    turns,
    counts: then.counts.at(one.at),
    destinations: { ...then.now.destinations, ...stored.destinations },
    tried: stored.tried,
    excluded: stored.excluded,
  };
}

function personThen(id: string, now: PersonFacts, one: PastDecision, absences: AbsenceSpan[], ahead: number): PersonFacts {
  const stored = one.facts.people[id];
  if (stored) return { ...stored, load: Math.max(stored.load + ahead, 0) };
  const { absentUntil: _, ...rest } = now;
  const away = absences.filter((span) => span.user_id === id && span.starts_at <= one.at && span.ends_at > one.at);
  const until = away
    .map((span) => span.ends_at.toISOString())
    .toSorted()
    .at(-1);
  return { ...rest, ...(until ? { absentUntil: until } : {}), load: Math.max(now.load + ahead, 0) };
}
