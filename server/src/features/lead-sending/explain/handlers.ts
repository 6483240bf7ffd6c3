import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { notFound } from "../../../kernel/errors.ts";
import { handle } from "../../../kernel/handle.ts";
import { readPage, type Cursors } from "../../../platform/cursors.ts";
import { findRecords, type RecordRow } from "../../records/index.ts";
import type { Schemas } from "../../types/index.ts";
import type { Facts, Outcome } from "../decide/facts.ts";
import * as operations from "../decision-operations.ts";
import { rulesOf } from "../rules/store.ts";
import { COUNTED_STATES, KINDS, MAX_COUNTED } from "../shapes.ts";
import { numberOf, showDecision, showOutcome } from "./show-decision.ts";
import * as store from "./store.ts";

export interface ExplainNeeds {
  schemas: Schemas;
  cursors: Cursors;
}

const MAX_EXPLAINED = 10;

export function explainHandlers({ schemas, cursors }: ExplainNeeds) {
  /** A record that is no lead, or of another company, looks like one that is not there. */
  async function findLead(call: Call<Member>, id: string): Promise<RecordRow> {
    const [row] = await findRecords(call.tx, call.actor.companyId, [id]);
    const type = (await schemas.of(call)).byKey.get("lead");
    if (!row || row.type_id !== type?.id) throw notFound("Lead");
    return row;
  }

  const show = async ({ tx, actor }: Call<Member>, rows: store.StoredDecision[]) => {
    const shown = [];
    for (const row of rows) shown.push(showDecision(await rulesOf(tx, actor.companyId, { version: row.rules_version }), row));
    return shown;
  };

  return handle(operations, {
    async listDecisions(call, { id, ...page }) {
      const { tx, actor } = call;
      await findLead(call, id);
      const read = (before: string | undefined, rows: number) => store.decisionsOf(tx, actor.companyId, id, before, rows);
      const found = await readPage(cursors, actor.companyId, `lead_decisions\n${id}`, page, read, (row) => String(row.n));
      return { ...found, items: await show(call, found.items) };
    },

    async explainLead(call, { id }) {
      const { tx, actor } = call;
      const lead = await findLead(call, id);
      const decisions = await show(call, await store.decisionsOf(tx, actor.companyId, id, undefined, MAX_EXPLAINED));
      return {
        lead: { id, name: lead.title },
        answer: decisions[0]?.sentence ?? "No rule has decided about this lead: it was not received from outside.",
        decisions: decisions.map(({ n, at, cause, sentence, steps }) => ({
          n,
          at,
          cause,
          sentence,
          steps: steps.map((step) => ({ rule: step.rule_name, result: step.result, sentence: step.sentence })),
        })),
      };
    },

    async listLog(call, { limit, cursor, ...filter }) {
      const { tx, actor } = call;
      const read = (before: string | undefined, rows: number) => store.log(tx, actor.companyId, filter, before, rows);
      const list = `lead_log\n${JSON.stringify(filter)}`;
      const found = await readPage(cursors, actor.companyId, list, { limit, cursor }, read, (row) => String(row.n));
      const items = [];
      const rules = (version: number) => rulesOf(tx, actor.companyId, { version });
      for (const row of found.items) {
        items.push(showEntry(await rules(row.rules_version), row, row.before ? await rules(row.before.rules_version) : []));
      }
      return { ...found, items };
    },

    countLog: ({ tx, actor }) => store.countLog(tx, actor.companyId, KINDS, COUNTED_STATES, MAX_COUNTED),
  });
}

type Rules = Awaited<ReturnType<typeof rulesOf>>;

function showEntry(rules: Rules, row: store.LogRow, rulesBefore: Rules) {
  const outcome = JSON.parse(row.outcome) as Outcome;
  return {
    n: row.n,
    at: row.at,
    cause: row.cause,
    rules_version: row.rules_version,
    outcome: showOutcome(rules, outcome, JSON.parse(row.facts) as Facts),
    rule_number: numberOf(rules, outcome),
    lead: { id: row.lead_id, name: row.lead_name ?? "", company: row.company },
    source: row.source,
    delivery: row.delivery_id && row.delivery_state ? { id: row.delivery_id, state: row.delivery_state, ms: row.delivery_ms } : null,
    before: row.before ? showBefore(rulesBefore, row.before) : null,
  };
}

function showBefore(rules: Rules, before: NonNullable<store.LogRow["before"]>) {
  const outcome = JSON.parse(before.outcome) as Outcome;
  const { to } = showOutcome(rules, outcome, JSON.parse(before.facts) as Facts);
  return { rule_number: numberOf(rules, outcome), to, state: before.state };
}
