import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { takeApart } from "../../records/index.ts";
import type { CompanySchema, TypeDefinition } from "../../types/index.ts";
import type { Match } from "../decide/facts.ts";
import { matchRules } from "../route/match-rules.ts";
import type { Rule } from "../shapes.ts";
import type { PastDecision } from "./store.ts";

interface Setting {
  call: Call<Member>;
  schema: CompanySchema;
  type: TypeDefinition;
  names: ReadonlyMap<string, string>;
}

/** Whether the filters match each lead at its own moment. Only a filter that depends on the time is asked lead by lead. */
export async function matchAtTheirTime(
  setting: Setting,
  rules: readonly Rule[],
  past: readonly PastDecision[],
): Promise<Map<number, Record<string, Match>>> {
  const { call, schema, type, names } = setting;
  const dated = new Set<string>();
  for (const rule of rules) if (await dependsOnTime(setting, rule)) dated.add(rule.id);
  const leadIds = [...new Set(past.map((one) => one.lead_id))];
  const matching = { call, schema, type, leadIds, names, isInTransaction: false };
  const always = await matchRules(
    matching,
    rules.filter((rule) => !dated.has(rule.id)),
  );
  const byTime = rules.filter((rule) => dated.has(rule.id));
  const matched = await Promise.all(
    past.map(async (one): Promise<[number, Record<string, Match>]> => {
      const own = always.get(one.lead_id) ?? {};
      if (byTime.length === 0) return [one.n, own];
      const then = { ...matching, call: at(call, one.at), leadIds: [one.lead_id] };
      return [one.n, { ...own, ...(await matchRules(then, byTime)).get(one.lead_id) }];
    }),
  );
  return new Map(matched);
}

const at = (call: Call<Member>, time: Date): Call<Member> => ({ ...call, actingUser: call.actingUser, clock: { now: () => time } });

const YEARS_APART = [new Date("2020-03-01T12:00:00Z"), new Date("2024-09-17T03:00:00Z")];

/** True for `created:-14d..now`: the same filter is another condition at another time. */
async function dependsOnTime({ call, schema, type }: Setting, { filter }: Rule): Promise<boolean> {
  const [one, other] = await Promise.all(YEARS_APART.map((time) => takeApart(at(call, time), schema, type, filter)));
  const bound = (taken: typeof one) => (taken && "conditions" in taken ? taken.conditions.map(({ sql }) => sql.values) : []);
  return JSON.stringify(bound(one)) !== JSON.stringify(bound(other));
}
