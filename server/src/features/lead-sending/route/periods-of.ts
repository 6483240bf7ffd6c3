import type { Per } from "../decide/facts.ts";
import { periodStart } from "../decide/periods.ts";
import type { Rule } from "../shapes.ts";
import type { Counted } from "./store.ts";

const PERS: readonly Per[] = ["hour", "day", "month"];

/** The hour, day and month that a moment belongs to, for each rule: in the zone of its hours, or in the company's. */
export function periodsOf(rules: readonly Rule[], zone: string, at: Date): Omit<Counted, "who">[] {
  const inZone = new Map<string, { per: Per; starts_at: string }[]>();
  const startsIn = (name: string) => {
    const known = inZone.get(name) ?? PERS.map((per) => ({ per, starts_at: periodStart(name, per, at).toISOString() }));
    inZone.set(name, known);
    return known;
  };
  return rules.flatMap((rule) => startsIn(rule.hours?.zone ?? zone).map((start) => ({ rule_id: rule.id, ...start })));
}

/** What one lead counts towards: its rule, and the person who got it. All periods, so that a cap that is set later knows them. */
export const countedBy = (rule: Rule, zone: string, at: Date, user: string | undefined): Counted[] =>
  periodsOf([rule], zone, at).flatMap((period) => [rule.id, ...(user ? [user] : [])].map((who) => ({ ...period, who })));
