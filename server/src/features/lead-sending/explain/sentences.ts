import type { Because, Condition, Decision, Facts, FullCap, PersonStep, Step } from "../decide/facts.ts";
import type { Rule } from "../shapes.ts";
import { absenceText } from "./absence-text.ts";
import { quote } from "./quote.ts";

type Names = Pick<Facts, "people" | "destinations" | "hours">;

const DAYS = ["", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const WHEN = { hour: "this hour", day: "today", month: "this month" } as const;

/** What one rule did with the lead, and why. */
export function stepSentence(rule: Rule | undefined, step: Step, facts: Names, outcome: Decision["outcome"]): string {
  const { because } = step;
  switch (step.result) {
    case "off":
      return "The rule is off.";
    case "no_match":
      return because?.kind === "condition" ? `${has(because.by)}; the rule wants ${quote(because.by.text)}.` : "It does not match.";
    case "closed":
      return `${hoursOf(because)}.`;
    case "cap":
      return because?.kind === "cap" ? `It is full: ${used(because.cap)}.` : "It is full.";
    case "nobody":
      return `Nobody could take it: ${(step.people ?? []).map((one) => outSentence(one, facts)).join(", ")}.`;
    case "paused":
      return `The destination ${nameOf(because)} is paused.`;
    case "tried":
      return `The destination ${nameOf(because)} had this lead already.`;
    case "broken":
      return `The rule cannot work: ${words(because)}`;
    case "gone":
      return words(because);
    case "taken":
      return `${because?.kind === "condition" ? `${has(because.by)}. ` : ""}${takenSentence(rule, step, facts, outcome)}`;
  }
}

const has = ({ field, is }: Condition) => (field === null ? "Its text does not fit" : `${field} is ${is === null ? "empty" : quote(is)}`);
const used = ({ most, used: count, per }: FullCap) => `${count} of ${most} ${WHEN[per]}`;
const nameOf = (because: Because | undefined) => (because?.kind === "destination" ? quote(because.name) : "");
const words = (because: Because | undefined) => (because?.kind === "words" ? because.text : "It cannot work.");

function hoursOf(because: Because | undefined): string {
  if (because?.kind !== "hours") return "It is outside the rule’s hours";
  const days = because.days.map((day) => DAYS[day] ?? "").join(", ");
  return `It is outside the rule’s hours: ${days}, ${because.from} to ${because.to}, ${because.zone}`;
}

const personName = (id: string, { people }: Names) => people[id]?.name ?? "somebody who left";
const zoneOf = (id: string, { people, hours }: Names) => (people[id]?.hours ?? hours)?.zone ?? "UTC";

/** Why somebody did not get it, with their name. */
const outSentence = (one: PersonStep, facts: Names) => `${personName(one.id, facts)} ${outReason(one, facts)}`;

/** The same for a place that says the name beside it. */
export function outReason(one: PersonStep, facts: Names): string {
  switch (one.out) {
    case undefined:
      return "is there";
    case "gone":
      return "left the company";
    case "absent":
      return `is ${one.until ? absenceText(one.until, zoneOf(one.id, facts)) : "absent"}`;
    case "off_hours":
      return "does not work at this time";
    case "cap":
      return `has ${one.cap ? used(one.cap) : "enough"}`;
    case "excluded":
      return "had it before";
  }
}

function takenSentence(rule: Rule | undefined, step: Step, facts: Names, outcome: Decision["outcome"]): string {
  if (outcome.kind === "send") return `It goes to ${quote(facts.destinations[outcome.destination]?.name ?? "a destination")}.`;
  if (outcome.kind !== "assign") return "The rule took it.";
  const name = personName(outcome.user, facts);
  const then = rule?.then.kind === "assign" ? rule.then : undefined;
  const out = (step.people ?? []).filter((one) => one.out).map((one) => outSentence(one, facts));
  const skipped = out.length > 0 ? ` Skipped: ${out.join(", ")}.` : "";
  return `${howSentence(then, outcome.user, name, step.people ?? [])}${skipped}`;
}

function howSentence(
  then: Extract<Rule["then"], { kind: "assign" }> | undefined,
  user: string,
  name: string,
  people: PersonStep[],
): string {
  const weight = then?.people.find((one) => one.user_id === user)?.weight ?? 1;
  const total = (then?.people ?? []).reduce((sum, one) => sum + one.weight, 0);
  const load = people.find((one) => one.id === user)?.load ?? 0;
  switch (then?.how) {
    case "person":
      return `The rule gives everything to ${name}.`;
    case "weighted":
      return `It was the turn of ${name}, who has weight ${weight} of ${total}.`;
    case "least_loaded":
      return `${name} had the fewest open leads: ${load}.`;
    default:
      return `It was the turn of ${name} in the round.`;
  }
}

/** The whole decision in one or two sentences. The name of the lead is not in them: a visitor wrote it, and a model reads this as our words. */
export function decisionSentence(rules: readonly Rule[], decision: Decision, facts: Facts): string {
  const { outcome, steps } = decision;
  const placeOf = (id: string) => rules.findIndex((rule) => rule.id === id) + 1;
  const last = steps.at(-1);
  if (outcome.kind === "none" || !last) {
    if (rules.length === 0) return `Nobody got this lead: there are no rules.`;
    return `Nobody got this lead: no rule took it.${firstRefusal(rules, decision, facts)}`;
  }
  const rule = rules[placeOf(outcome.rule) - 1];
  const verb = outcome.kind === "send" ? "sent" : "gave";
  const to =
    outcome.kind === "send" ? quote(facts.destinations[outcome.destination]?.name ?? "a destination") : personName(outcome.user, facts);
  const why = stepSentence(rule, last, facts, outcome);
  return `Rule ${placeOf(outcome.rule)}, ${quote(rule?.name ?? "")}, ${verb} this lead to ${to}. ${why}${firstRefusal(rules, decision, facts)}`;
}

const NOTABLE = new Set<Step["result"]>(["closed", "cap", "nobody", "paused", "tried", "broken", "gone"]);

/** A rule that would have had the lead before: the one somebody asks about. */
function firstRefusal(rules: readonly Rule[], { steps, outcome }: Decision, facts: Facts): string {
  const place = steps.findIndex((step) => NOTABLE.has(step.result));
  const [step, rule] = [steps[place], rules[place]];
  if (!step || !rule) return "";
  return ` Rule ${place + 1}, ${quote(rule.name)}, came first. ${stepSentence(rule, step, facts, outcome)}`;
}
