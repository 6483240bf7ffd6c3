import type { Author } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { lockWithLinks } from "../../records/index.ts";
import { createSchemas } from "../../types/index.ts";
import { decide } from "../decide/decide.ts";
import type { Decision } from "../decide/facts.ts";
import { neededFacts } from "../decide/needed-facts.ts";
import { newestVersion, rulesOf } from "../rules/store.ts";
import { beginRound, triedBy } from "../send/hops.ts";
import type { Rule } from "../shapes.ts";
import { applyDecision } from "./apply-decision.ts";
import { changingFacts, lastingFacts, loadsOf, withLoads } from "./collect-facts.ts";
import { matchRules } from "./match-rules.ts";
import { countedBy } from "./periods-of.ts";
import type { Routed, Routing } from "./routing.ts";
import * as store from "./store.ts";
import { writeDecisions } from "./write-decisions.ts";

// A reaction is given no services, so routing keeps the types of companies itself.
const schemas = createSchemas();

/**
 * Decides who gets each of these leads and writes it down, in the caller's transaction and in their order. The company's routing is locked
 * first and the leads after it, always in this order. A rule that cannot work is a step that says why; the lead stays.
 */
export async function routeLeads(call: Call<Author>, { leadIds, cause, exclude = [], operationIds }: Routing): Promise<Routed[]> {
  const { tx, actor, clock } = call;
  if (leadIds.length === 0) return [];
  const { companyId } = actor;
  const [schema, newest] = await Promise.all([schemas.of(call), newestVersion(tx, companyId)]);
  const type = schema.byKey.get("lead");
  if (!type) return [];
  const rules = await rulesOf(tx, companyId, newest);
  const at = clock.now();
  // Everything that no other decision changes is read before the lock, so that it is held for four round trips and the commit.
  const lasting = await lastingFacts(call, rules, at);
  const names = new Map(Object.entries(lasting.people).map(([id, { name }]) => [id, name]));
  const matches = await matchRules(
    { call, schema, type, leadIds, names, isInTransaction: true },
    rules.filter((rule) => rule.is_on),
  );
  const [last, , locked, changing, loads, tried] = await Promise.all([
    store.lockRouting(tx, companyId),
    // A touch may bring back a lead that was sent long ago: every destination may have it again.
    cause === "new" ? beginRound(tx, companyId, leadIds) : undefined,
    lockWithLinks(call, schema, [...leadIds]),
    changingFacts(call, schema, rules, at),
    loadsOf(call, type, rules),
    triedBy(tx, companyId, leadIds),
  ]);
  const shared = withLoads({ ...lasting, ...changing }, loads);
  const leads = leadIds.flatMap((id) => locked.get(id) ?? []).filter(({ row }) => row.type_id === type.id && !row.deleted_at);
  const routed = leads.map((lead, place): Routed => {
    const facts = { ...shared, matches: matches.get(lead.row.id) ?? {}, tried: tried.get(lead.row.id) ?? [], excluded: [...exclude] };
    const decision = decide(rules, facts);
    const counted = countedFor(rules, decision, schema.timeZone, at);
    const stored = JSON.stringify(neededFacts(rules, facts, decision));
    const turned = applyDecision(shared, decision, counted);
    return { n: last + place + 1, lead, decision, facts: stored, counted, turned };
  });
  await writeDecisions(call, { schema, type, rules, version: newest.version, cause, at, shared, operationIds }, routed);
  return routed;
}

function countedFor(rules: readonly Rule[], { outcome }: Decision, zone: string, at: Date): store.Counted[] {
  const rule = outcome.kind === "none" ? undefined : rules.find((one) => one.id === outcome.rule);
  return rule ? countedBy(rule, zone, at, outcome.kind === "assign" ? outcome.user : undefined) : [];
}
