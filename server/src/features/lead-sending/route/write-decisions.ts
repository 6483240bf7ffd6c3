import type { Author } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { saveRecords } from "../../records/index.ts";
import type { CompanySchema, TypeDefinition } from "../../types/index.ts";
import { leadRouted } from "../events.ts";
import { reserveHops } from "../send/hops.ts";
import type { Rule } from "../shapes.ts";
import type { SharedFacts } from "./collect-facts.ts";
import type { Cause, Routed } from "./routing.ts";
import * as store from "./store.ts";

interface Setting {
  schema: CompanySchema;
  type: TypeDefinition;
  rules: readonly Rule[];
  version: number;
  cause: Cause;
  /** The moment they were decided for. */
  at: Date;
  /** After the last decision. */
  shared: SharedFacts;
  operationIds: ReadonlyMap<string, string> | undefined;
}

/** Decisions, counts, turns, owners or hops, and events: all or nothing, with the leads' own transaction. */
export async function writeDecisions(call: Call<Author>, setting: Setting, routed: Routed[]): Promise<void> {
  if (routed.length === 0) return;
  const { tx, actor } = call;
  const { companyId } = actor;
  const { cause, version, shared, at } = setting;
  await Promise.all([
    store.countOn(tx, companyId, routed.at(-1)?.n ?? 0),
    store.insertDecisions(
      tx,
      companyId,
      routed.map((one) => decisionRow(one, cause, version)),
      at,
    ),
    store.raiseCounts(tx, companyId, sumOf(routed.flatMap((one) => one.counted))),
    store.saveTurns(tx, companyId, turnRows(shared, routed)),
    giveToPeople(call, setting, routed),
    reserveHops(call, hopsOf(setting.rules, routed)),
  ]);
  await call.emitAll(
    leadRouted,
    routed.map((one) => announcement(setting, one)),
  );
}

function decisionRow({ n, lead, decision: { steps, outcome }, facts, counted }: Routed, cause: Cause, version: number): store.DecisionRow {
  return {
    n,
    lead_id: lead.row.id,
    cause,
    rules_version: version,
    facts,
    steps: JSON.stringify(steps),
    outcome: JSON.stringify(outcome),
    kind: outcome.kind,
    rule_id: outcome.kind === "none" ? null : outcome.rule,
    user_id: outcome.kind === "assign" ? outcome.user : null,
    destination_id: outcome.kind === "send" ? outcome.destination : null,
    counted: JSON.stringify(counted),
  };
}

/** Each count once, with how much it grows. */
function sumOf(counted: store.Counted[]): store.CountRow[] {
  const sums = new Map<string, store.CountRow>();
  for (const one of counted) {
    const name = `${one.rule_id} ${one.who} ${one.per} ${one.starts_at}`;
    const sum = sums.get(name) ?? { ...one, n: 0 };
    sum.n += 1;
    sums.set(name, sum);
  }
  return [...sums.values()];
}

/** Only rows that a decision changed: those who got a lead, those who came back, and the rotation itself. */
function turnRows(shared: SharedFacts, routed: Routed[]): store.TurnRow[] {
  const rows = new Map<string, store.TurnRow>();
  for (const { decision, turned } of routed) {
    const { outcome } = decision;
    const after = outcome.kind === "assign" ? shared.turns[outcome.rule] : undefined;
    if (outcome.kind !== "assign" || !after) continue;
    const { rule } = outcome;
    rows.set(rule, { rule_id: rule, who: rule, ends: after.now, present: after.present });
    for (const id of turned) rows.set(`${rule} ${id}`, { rule_id: rule, who: id, ends: after.ends[id] ?? "0", present: null });
  }
  return [...rows.values()];
}

async function giveToPeople(call: Call<Author>, { schema, type, operationIds }: Setting, routed: Routed[]): Promise<void> {
  const changes = routed.flatMap(({ lead, decision: { outcome } }) => {
    if (outcome.kind !== "assign" || lead.row.owner_id === outcome.user) return [];
    const operationId = operationIds?.get(lead.row.id);
    return [{ old: lead, given: {}, kept: { owner: outcome.user }, pointer: "", ...(operationId ? { operationId } : {}) }];
  });
  if (changes.length > 0) await saveRecords(call, schema, type, changes);
}

function hopsOf(rules: readonly Rule[], routed: Routed[]) {
  return routed.flatMap(({ n, lead, decision: { outcome } }) => {
    if (outcome.kind !== "send") return [];
    const then = rules.find((rule) => rule.id === outcome.rule)?.then;
    const onUnknown = then?.kind === "send" ? then.on_unknown : ("hold" as const);
    return [{ leadId: lead.row.id, n, ruleId: outcome.rule, destinationId: outcome.destination, onUnknown }];
  });
}

function announcement({ rules, cause, shared, operationIds }: Setting, { n, lead, decision: { outcome } }: Routed) {
  const operationId = operationIds?.get(lead.row.id);
  const user = outcome.kind === "assign" ? outcome.user : null;
  const destination = outcome.kind === "send" ? outcome.destination : null;
  const name = (user && shared.people[user]?.name) ?? (destination && shared.destinations[destination]?.name) ?? null;
  const rule = outcome.kind === "none" ? undefined : rules.find((one) => one.id === outcome.rule);
  return {
    subjectId: lead.row.id,
    data: {
      name: lead.row.title,
      type: "lead" as const,
      decision: n,
      cause,
      rule: rule?.id ?? null,
      rule_name: rule?.name ?? null,
      outcome: outcome.kind,
      user,
      destination,
      to_name: name,
    },
    ...(operationId ? { operationId } : {}),
  };
}
