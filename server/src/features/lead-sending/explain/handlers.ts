import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { notFound } from "../../../kernel/errors.ts";
import { handle } from "../../../kernel/handle.ts";
import { readPage, type Cursors } from "../../../platform/cursors.ts";
import { findRecords, type RecordRow } from "../../records/index.ts";
import type { Schemas } from "../../types/index.ts";
import * as operations from "../decision-operations.ts";
import { leadLogExported } from "../events.ts";
import { rulesOf } from "../rules/store.ts";
import { COUNTED_STATES, KINDS, MAX_COUNTED } from "../shapes.ts";
import { LOG_HEAD, logLine } from "./log-line.ts";
import { showDecision } from "./show-decision.ts";
import { showEntry } from "./show-entry.ts";

import * as store from "./store.ts";

export interface ExplainNeeds {
  schemas: Schemas;
  cursors: Cursors;
}

const MAX_EXPLAINED = 10;
const EXPORTED_AT_ONCE = 500;

type LogPage = store.LogFilter & { limit: number; cursor?: string | undefined };

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

  async function readLog(name: string, { tx, actor }: Call<Member>, { limit, cursor, ...filter }: LogPage) {
    const read = (before: string | undefined, rows: number) => store.log(tx, actor.companyId, filter, before, rows);
    const list = `${name}\n${JSON.stringify(filter)}`;
    const found = await readPage(cursors, actor.companyId, list, { limit, cursor }, read, (row) => String(row.n));
    const items = [];
    const rules = (version: number) => rulesOf(tx, actor.companyId, { version });
    for (const row of found.items) {
      items.push(showEntry(await rules(row.rules_version), row, row.before ? await rules(row.before.rules_version) : []));
    }
    return { ...found, items };
  }

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

    listLog: (call, page) => readLog("lead_log", call, page),

    async exportLog(call, { cursor, ...filter }) {
      const { actor } = call;
      const { items, next_cursor } = await readLog("lead_log_export", call, { ...filter, cursor, limit: EXPORTED_AT_ONCE });
      const takesSomething = !cursor && items.length > 0;
      if (takesSomething) await call.emit(leadLogExported, { subjectId: actor.companyId, data: { name: actor.company.name } });
      return { text: `${cursor ? "" : LOG_HEAD}${items.map(logLine).join("")}`, next_cursor };
    },

    countLog: ({ tx, actor }) => store.countLog(tx, actor.companyId, KINDS, COUNTED_STATES, MAX_COUNTED),
  });
}
