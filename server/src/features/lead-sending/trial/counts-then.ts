import type { Tx } from "../../../kernel/database.ts";
import type { Facts } from "../decide/facts.ts";
import { periodStart } from "../decide/periods.ts";
import { counts, type Counted } from "../route/store.ts";
import { countedBy, periodsOf } from "../route/periods-of.ts";
import type { Rule } from "../shapes.ts";
import type { PastDecision } from "./store.ts";

const nameOf = ({ rule_id, who, per, starts_at }: Counted) => `${rule_id} ${who} ${per} ${starts_at}`;

/** What counted towards caps before each moment: what is stored now, without what the tried leads themselves added. */
export async function countsThen(tx: Tx, companyId: string, rules: readonly Rule[], zone: string, past: readonly PastDecision[]) {
  const capped = rules.filter((rule) => rule.is_on && (rule.caps.length > 0 || rule.per_person.length > 0));
  const wanted = new Map<string, Omit<Counted, "who">>();
  for (const { at } of past) for (const period of periodsOf(capped, zone, at)) wanted.set(nameOf({ ...period, who: "" }), period);
  const sums = new Map<string, number>();
  if (wanted.size > 0) for (const row of await counts(tx, companyId, [...wanted.values()])) sums.set(nameOf(row), row.n);
  const add = (counted: readonly Counted[], by: 1 | -1) => {
    for (const one of counted) sums.set(nameOf(one), (sums.get(nameOf(one)) ?? 0) + by);
  };
  for (const { counted } of past) add(counted, -1);

  return {
    /** The counts of capped rules and their people at a moment. */
    at(moment: Date): Facts["counts"] {
      const found: Facts["counts"] = {};
      for (const rule of capped) {
        const people = rule.then.kind === "assign" ? rule.then.people.map((one) => one.user_id) : [];
        for (const { per } of [...rule.caps, ...rule.per_person]) {
          const starts_at = periodStart(rule.hours?.zone ?? zone, per, moment).toISOString();
          for (const who of [rule.id, ...people]) {
            const n = sums.get(nameOf({ rule_id: rule.id, who, per, starts_at })) ?? 0;
            if (n > 0) ((found[rule.id] ??= {})[who] ??= {})[per] = n;
          }
        }
      }
      return found;
    },
    take: (rule: Rule, moment: Date, user: string | undefined) => add(countedBy(rule, zone, moment, user), 1),
  };
}
