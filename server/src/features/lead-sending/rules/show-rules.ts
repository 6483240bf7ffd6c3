import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import type { Tx } from "../../../kernel/database.ts";
import { takeApart } from "../../records/index.ts";
import type { CompanySchema } from "../../types/index.ts";
import { decide } from "../decide/decide.ts";
import { periodStart } from "../decide/periods.ts";
import { collectFacts, type SharedFacts } from "../route/collect-facts.ts";
import type { Rule } from "../shapes.ts";
import * as store from "./store.ts";

/** The rules with their counts, meters and whose turn is next. */
export async function showRules(call: Call<Member>, schema: CompanySchema) {
  const { tx, actor, clock } = call;
  const { companyId } = actor;
  const newest = await store.newestVersion(tx, companyId);
  const { version } = newest;
  const at = clock.now();
  const type = schema.byKey.get("lead");
  const [rules, saved, last100, today] = await Promise.all([
    store.rulesOf(tx, companyId, newest),
    store.readVersion(tx, companyId, version),
    lastHundred(tx, companyId),
    leadsSince(tx, companyId, periodStart(schema.timeZone, "day", at)),
  ]);
  const facts = type && rules.length > 0 ? await collectFacts(call, schema, type, rules, at) : undefined;
  const shown = [];
  for (const rule of rules) {
    const taken = type ? await takeApart(call, schema, type, rule.filter) : { broken: "There is no record type lead." };
    shown.push({
      ...rule,
      last_100: last100.get(rule.id) ?? 0,
      meters: facts ? metersOf(rule, facts) : [],
      next: facts ? nextOf(rule, facts) : null,
      problem: "broken" in taken ? taken.broken : facts ? problemOf(rule, facts) : null,
    });
  }
  return {
    version,
    note: saved?.note ?? "",
    saved_by: saved ? { id: saved.saved_by, name: saved.saved_by_name } : null,
    saved_at: saved?.saved_at ?? null,
    rules: shown,
    today,
  };
}

/** How full each cap is: the rule's own, and that of whoever has the most. */
function metersOf(rule: Rule, facts: SharedFacts) {
  const counts = facts.counts[rule.id] ?? {};
  const own = rule.caps.map(({ per, most }) => ({ of: "rule" as const, per, most, used: counts[rule.id]?.[per] ?? 0, person: null }));
  const people = rule.then.kind === "assign" ? rule.then.people.map((one) => one.user_id) : [];
  const most = rule.per_person.map(({ per, most }) => {
    const used = people.map((id) => ({ id, used: counts[id]?.[per] ?? 0 })).toSorted((one, other) => other.used - one.used)[0];
    const person = used && used.used > 0 ? { id: used.id, name: facts.people[used.id]?.name ?? "" } : null;
    return { of: "person" as const, per, most, used: used?.used ?? 0, person };
  });
  return [...own, ...most];
}

/** Who would get the next lead that matches. */
function nextOf(rule: Rule, facts: SharedFacts) {
  const matches = { [rule.id]: { matches: true as const, by: null } };
  const { outcome } = decide([{ ...rule, is_on: true }], { ...facts, matches, tried: [], excluded: [] });
  return outcome.kind === "assign" ? { id: outcome.user, name: facts.people[outcome.user]?.name ?? "" } : null;
}

function problemOf({ then }: Rule, { people, destinations }: SharedFacts): string | null {
  if (then.kind === "send") return destinations[then.destination_id] === null ? "Its destination was deleted." : null;
  const isEmpty = then.people.every(({ user_id: id }) => people[id]?.isGone);
  return isEmpty && Object.keys(people).length > 0 ? "All its people left the company." : null;
}

async function lastHundred(tx: Tx, companyId: string): Promise<Map<string, number>> {
  const rows = await tx.query<{ rule_id: string; count: number }>(
    `select rule_id, count(*)::int as count from (
       select rule_id from lead_decisions where company_id = $1 and cause = 'new' order by n desc limit 100) as last
     where rule_id is not null group by rule_id`,
    [companyId],
  );
  return new Map(rows.map((row) => [row.rule_id, row.count]));
}

/** Decisions are in the order of time, so the newest are enough: no index by company and time is needed for this one number. */
const MAX_COUNTED = 10_000;

/** Of these the time to the decision is looked up. What was held is left out: it waited for a person. */
const MAX_TIMED = 1_000;

interface Today {
  leads: number;
  unassigned: number;
  refused: number;
  median_ms: number | null;
}

async function leadsSince(tx: Tx, companyId: string, since: Date): Promise<Today> {
  const [row] = await tx.query<Today>(
    `with today as materialized (
       select * from (select n, at, kind, cause, lead_id from lead_decisions where company_id = $1 order by n desc limit $3) as last where at >= $2)
     select count(*) filter (where cause = 'new')::int as leads, count(*) filter (where cause = 'new' and kind = 'none')::int as unassigned,
       count(*) filter (where cause = 'refused')::int as refused,
       (select percentile_cont(0.5) within group (order by greatest(extract(epoch from t.at - s.received_at) * 1000, 0))::int
        from (select at, lead_id from today where cause = 'new' order by n desc limit $4) as t
        cross join lateral (select received_at, is_released from lead_submissions
          where company_id = $1 and lead_id = t.lead_id order by id limit 1) as s
        where not s.is_released) as median_ms
     from today`,
    [companyId, since, MAX_COUNTED, MAX_TIMED],
  );
  return row ?? { leads: 0, unassigned: 0, refused: 0, median_ms: null };
}
