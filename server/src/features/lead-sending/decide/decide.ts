import type { Rule } from "../shapes.ts";
import type { Because, Decision, Facts, FullCap, Outcome, Per, PersonStep, Step } from "./facts.ts";
import { isOpen } from "./hours.ts";
import { NEW_ROTATION, nextTurn, startOfTurn } from "./turns.ts";

type Refusal = Omit<Step, "rule">;
type Assign = Extract<Rule["then"], { kind: "assign" }>;
type Taken = { step: Step; outcome: Exclude<Outcome, { kind: "none" }> };

/**
 * Who gets a lead. Pure: no clock, no database, no randomness, and nothing thrown for a rule that cannot work. The first rule that matches
 * and has room takes the lead.
 */
export function decide(rules: readonly Rule[], facts: Facts): Decision {
  const steps: Step[] = [];
  for (const rule of rules) {
    const refusal = refusalOf(rule, facts);
    const result = refusal ? { step: { rule: rule.id, ...refusal } } : takeBy(rule, facts);
    steps.push(result.step);
    if ("outcome" in result) return { steps, outcome: result.outcome };
  }
  return { steps, outcome: { kind: "none" } };
}

/** Why a rule does not even try, or nothing. */
function refusalOf(rule: Rule, facts: Facts): Refusal | undefined {
  if (!rule.is_on) return { result: "off" };
  const match = facts.matches[rule.id];
  if (!match) return broken("Its filter was not read.");
  if ("broken" in match) return broken(match.broken);
  if (!match.matches) return { result: "no_match", because: { kind: "condition", by: match.by } };
  if (rule.hours && !isWithin(rule.hours, facts.at)) {
    const { zone, from, to, days } = rule.hours;
    return { result: "closed", because: { kind: "hours", zone, from, to, days: [...days] } };
  }
  const cap = fullCap(rule.caps, facts.counts[rule.id]?.[rule.id]);
  return cap && { result: "cap", because: { kind: "cap", cap } };
}

const broken = (text: string): Refusal => ({ result: "broken", because: { kind: "words", text } });

const isWithin = ({ zone, days, from, to }: NonNullable<Rule["hours"]>, at: string) =>
  isOpen({ zone, days: days.map((day) => ({ day, from, to })) }, new Date(at));

function fullCap(caps: Rule["caps"], counts: Partial<Record<Per, number>> = {}): FullCap | undefined {
  const full = caps.find(({ per, most }) => (counts[per] ?? 0) >= most);
  return full && { per: full.per, most: full.most, used: counts[full.per] ?? 0 };
}

const takeBy = (rule: Rule, facts: Facts): Taken | { step: Step } =>
  // oxlint-disable-next-line unicorn/no-thenable -- the word people read in a rule: when, then, only
  rule.then.kind === "send" ? sendBy(rule, rule.then.destination_id, facts) : assignBy(rule, rule.then, facts);

function sendBy(rule: Rule, id: string, facts: Facts): Taken | { step: Step } {
  const refuse = (result: Step["result"], because: Because) => ({ step: { rule: rule.id, result, because } });
  const destination = facts.destinations[id];
  if (!destination) return refuse("gone", { kind: "words", text: "Its destination was deleted." });
  const named: Because = { kind: "destination", name: destination.name };
  if (destination.isPaused) return refuse("paused", named);
  if (facts.tried.includes(id)) return refuse("tried", named);
  return { step: { rule: rule.id, result: "taken", ...matchedBy(rule, facts) }, outcome: { kind: "send", rule: rule.id, destination: id } };
}

function matchedBy({ id }: Rule, facts: Facts): { because?: Because } {
  const match = facts.matches[id];
  return match && "by" in match && match.by ? { because: { kind: "condition", by: match.by } } : {};
}

function assignBy(rule: Rule, { how, people }: Assign, facts: Facts): Taken | { step: Step } {
  const rotation = facts.turns[rule.id] ?? NEW_ROTATION;
  const listed = people.map(({ user_id: id }): PersonStep => {
    const load = facts.people[id]?.load ?? 0;
    return { id, ...outOf(rule, id, facts), load, turn: String(startOfTurn(rotation, id)) };
  });
  const free = listed.filter((one) => !one.out);
  const weightOf = new Map(people.map((one) => [one.user_id, how === "weighted" ? one.weight : 1]));
  const candidates = free.map(({ id, load }) => ({ id, load, weight: weightOf.get(id) ?? 1 }));
  const next = candidates.length > 0 ? nextTurn(rotation, candidates, how === "least_loaded") : undefined;
  if (!next) return { step: { rule: rule.id, ...nobody(listed), people: listed } };
  return {
    step: { rule: rule.id, result: "taken", ...matchedBy(rule, facts), people: listed },
    outcome: { kind: "assign", rule: rule.id, user: next.id, now: next.now, ends: next.ends },
  };
}

const nobody = (listed: PersonStep[]): Refusal =>
  listed.every((one) => one.out === "gone")
    ? { result: "gone", because: { kind: "words", text: "All its people left the company." } }
    : { result: "nobody" };

/** Why somebody cannot have the lead, or nothing. */
function outOf(rule: Rule, id: string, facts: Facts): Pick<PersonStep, "out" | "until" | "cap"> {
  const person = facts.people[id];
  if (!person || person.isGone) return { out: "gone" };
  if (facts.excluded.includes(id)) return { out: "excluded" };
  if (person.absentUntil) return { out: "absent", until: person.absentUntil };
  const hours = person.hours ?? facts.hours;
  if (hours && !isOpen(hours, new Date(facts.at))) return { out: "off_hours" };
  const cap = fullCap(rule.per_person, facts.counts[rule.id]?.[id]);
  return cap ? { out: "cap", cap } : {};
}
