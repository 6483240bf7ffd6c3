import { randomInt } from "node:crypto";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { notFound } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import { readPage, type Cursors } from "../../platform/cursors.ts";
import type { Quotas } from "../../platform/quotas.ts";
import { newId } from "../../platform/random.ts";
import type { Schemas } from "../types/index.ts";
import { leadSourceCreated, leadSourceDeleted, leadSourceUpdated } from "./events.ts";
import * as operations from "./operations.ts";
import { checkAddresses, checkFields } from "./save-source.ts";
import * as store from "./source-store.ts";
import { leadSources } from "./quotas.ts";

export interface SourceNeeds {
  cursors: Cursors;
  schemas: Schemas;
  quotas: Quotas;
  baseUrl: string;
}

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const newPublicId = () => Array.from({ length: 16 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join("");

export function sourceHandlers({ cursors, schemas, quotas, baseUrl }: SourceNeeds) {
  const show = async (call: Call<Member>, id: string) => {
    const [shown] = await present(call, baseUrl, [await findSource(call, id)]);
    if (!shown) throw notFound("Form");
    return shown;
  };

  return handle(operations, {
    async listSources(call, page) {
      const { companyId } = call.actor;
      const read = (before: string | undefined, rows: number) => store.list(call.tx, companyId, before, rows);
      const found = await readPage(cursors, companyId, "lead_sources", page, read, (row) => row.id);
      return { ...found, items: await present(call, baseUrl, found.items) };
    },

    getSource: (call, { id }) => show(call, id),

    async createSource(call, { state, fields, ...given }) {
      const { tx, actor, clock } = call;
      const settings = checkAddresses({ ...given, fields: await checkFields(schemas, call, fields) });
      await quotas.take(call, leadSources);
      const id = newId();
      await store.insert(tx, actor.companyId, { ...settings, id, publicId: newPublicId(), state, userId: actor.userId, now: clock.now() });
      await call.emit(leadSourceCreated, { subjectId: id, data: { name: settings.name } });
      return show(call, id);
    },

    async updateSource(call, { id, fields, ...given }) {
      const { tx, actor, clock } = call;
      const row = await lockSource(call, id);
      const changed = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      const settings: store.SourceSettings = { ...row, ...changed, fields: fields ? await checkFields(schemas, call, fields) : row.fields };
      await store.update(tx, actor.companyId, id, checkAddresses(settings), clock.now());
      await call.emit(leadSourceUpdated, { subjectId: id, data: { name: settings.name } });
      return show(call, id);
    },

    async setSourceState(call, { id, state }) {
      const row = await lockSource(call, id);
      if (row.state !== state) {
        await store.setState(call.tx, call.actor.companyId, id, state, call.clock.now());
        await call.emit(leadSourceUpdated, { subjectId: id, data: { name: row.name, state } });
      }
      return show(call, id);
    },

    async deleteSource(call, { id }) {
      const row = await lockSource(call, id);
      await store.remove(call.tx, call.actor.companyId, id, call.clock.now());
      await call.emit(leadSourceDeleted, { subjectId: id, data: { name: row.name } });
      return {};
    },
  });
}

async function findSource({ tx, actor }: Call<Member>, id: string): Promise<store.SourceRow> {
  const row = await store.find(tx, actor.companyId, id);
  if (!row) throw notFound("Form");
  return row;
}

async function lockSource({ tx, actor }: Call<Member>, id: string): Promise<store.SourceRow> {
  const row = await store.lock(tx, actor.companyId, id);
  if (!row) throw notFound("Form");
  return row;
}

async function present({ tx, actor, clock }: Call<Member>, baseUrl: string, rows: store.SourceRow[]) {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const figures = await store.figures(tx, actor.companyId, ids, clock.now());
  return rows.map(({ flood_until, ...row }) => {
    const found = figures.get(row.id);
    return {
      ...row,
      url: `${baseUrl}/f/${row.public_id}`,
      is_flooded: flood_until !== null && flood_until > clock.now(),
      last_week: { accepted: found?.accepted ?? 0, held: found?.held ?? 0 },
      last_received_at: found?.last_at ?? null,
      held: store.countedUpTo(found?.held_now ?? 0),
    };
  });
}
