import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { invalid } from "../../../kernel/errors.ts";
import type { CompanySchema } from "../../types/index.ts";
import { ruleId } from "../ids.ts";
import { newestVersion, rulesOf } from "../rules/store.ts";
import type { Rule } from "../shapes.ts";
import { tryRules } from "./try-rules.ts";

export interface RuleChange {
  rule: string;
  is_on?: boolean | undefined;
  filter?: string | undefined;
  day_cap?: number | undefined;
  person_day_cap?: number | undefined;
}

/** Tries the saved rules with some of them changed. */
export async function tryRuleChanges(call: Call<Member>, schema: CompanySchema, changes: readonly RuleChange[]) {
  const { tx, actor } = call;
  // A copy: the saved ones are kept in memory for the next decision.
  const rules = [...(await rulesOf(tx, actor.companyId, await newestVersion(tx, actor.companyId)))];
  for (const [at, change] of changes.entries()) {
    const rule = ruleNamed(rules, change.rule, `/changes/${at}/rule`);
    rules[rules.indexOf(rule)] = changed(rule, change);
  }
  const tried = await tryRules(call, schema, rules, false);
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return {
    rules: tried.rules.map(({ rule, name, count, was }) => {
      const { filter = "", is_on = false } = byId.get(rule) ?? {};
      return { id: rule, name, filter, is_on, count, was };
    }),
    people: tried.people,
    unassigned: tried.unassigned,
    changed: tried.changed.map(({ lead, lead_name, sentence }) => ({ lead, lead_name, sentence })),
  };
}

function changed(rule: Rule, { is_on = rule.is_on, filter = rule.filter, day_cap, person_day_cap }: RuleChange): Rule {
  return { ...rule, is_on, filter, caps: withDay(rule.caps, day_cap), per_person: withDay(rule.per_person, person_day_cap) };
}

const withDay = (caps: Rule["caps"], most: number | undefined): Rule["caps"] =>
  most === undefined ? caps : [...caps.filter(({ per }) => per !== "day"), { per: "day", most }];

function ruleNamed(rules: readonly Rule[], name: string, pointer: string): Rule {
  const folded = name.trim().toLowerCase();
  const found = rules.filter((rule) => ruleId.encode(rule.id) === folded || rule.name.toLowerCase() === folded);
  const [rule] = found;
  if (rule && found.length === 1) return rule;
  const message = rule ? "Several rules have this name. Give the id." : "There is no such rule.";
  const names = rules.slice(0, 20).map((one) => one.name);
  throw invalid([{ pointer, message, ...(names.length > 0 ? { hint: `There are ${names.join(", ")}.` } : {}) }]);
}
