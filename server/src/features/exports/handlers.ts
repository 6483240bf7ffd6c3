import type { Member, System } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import { readPage, type Cursors } from "../../platform/cursors.ts";
import type { Quotas } from "../../platform/quotas.ts";
import { newId } from "../../platform/random.ts";
import { actAs } from "../members/index.ts";
import { checkView, listRecords, typeNamed } from "../records/index.ts";
import { findField, type FieldDefinition, type Schemas, type TypeDefinition } from "../types/index.ts";
import { exportCreated, exportFinished } from "./events.ts";
import { workOnExport } from "./jobs.ts";
import * as operations from "./operations.ts";
import * as store from "./store.ts";
import { writeHeader, writePage } from "./write-page.ts";
import { exportsQuota } from "./quotas.ts";

const PAGE_ROWS = 1_000;
const MAX_ROWS = 1_000_000;
const PART_CHARACTERS = 500_000;
const KEPT_MS = 7 * DAY_MS;
// The creation time never changes: sorted by it, no record is missed or exported twice while others change.
const STEADY_SORT = "created_at";

export function exportHandlers({ schemas, cursors, quotas }: { schemas: Schemas; cursors: Cursors; quotas: Quotas }) {
  return handle(operations, {
    async create(call, { type: name, filter = "", sort, fields: chosen }) {
      const { actor, tx, clock } = call;
      const schema = await schemas.of(call);
      const type = typeNamed(schema, name);
      await checkView(call, schema, type, { filter, sort: sort ?? "", columns: chosen ?? [] });
      const fields = (chosen ? chosen.flatMap((one) => findField(type, one) ?? []) : type.fields.filter(isOwn)).map((field) => field.key);
      await quotas.take(call, exportsQuota);
      const row: store.ExportRow = {
        id: newId(),
        type: type.key,
        user_id: actor.userId,
        name: `${type.labelPlural} ${clock.now().toISOString().slice(0, 10)}.csv`,
        filter,
        sort: sort?.trim() || STEADY_SORT,
        fields: [...new Set(fields)],
        state: "running",
        cursor: null,
        rows: 0,
        parts: 0,
        size: "0",
        failure: null,
        created_at: clock.now(),
        finished_at: null,
      };
      await store.insert(tx, actor.companyId, type.id, row);
      await call.emit(exportCreated, { subjectId: row.id, data: { name: row.name, type: type.key, filter, fields: row.fields } });
      await call.enqueue(workOnExport, { company: actor.companyId, export: row.id });
      return present(row);
    },

    async get(call, { id }) {
      return present(await mine(call, id));
    },

    async list({ actor, tx }, wanted) {
      const read = (before: string | undefined, rows: number) => store.list(tx, actor.companyId, actor.userId, before, rows);
      const page = await readPage(cursors, actor.companyId, `exports\n${actor.userId}`, wanted, read, (row) => row.id);
      return { ...page, items: page.items.map(present) };
    },

    async read(call, { id, position }) {
      const row = await mine(call, id);
      const text = await store.readPart(call.tx, call.actor.companyId, row.id, position);
      if (text === undefined) throw notFound("Part");
      return { text };
    },

    async step(call, { id }) {
      const row = await store.lock(call.tx, call.actor.companyId, id);
      if (row?.state !== "running") return {};
      const written = await writeNext(await actAs(call, row.user_id), row);
      await store.update(call.tx, call.actor.companyId, written);
      if (written.state === "running") await call.enqueue(workOnExport, { company: call.actor.companyId, export: id });
      else await announceEnd(call, written);
      return {};
    },

    async fail(call, { id, reason }) {
      const row = await store.lock(call.tx, call.actor.companyId, id);
      if (row?.state !== "running") return {};
      const failed: store.ExportRow = { ...row, state: "failed", failure: reason, finished_at: call.clock.now() };
      await store.update(call.tx, call.actor.companyId, failed);
      call.enter(call.actor.companyId, row.user_id);
      await announceEnd(call, failed);
      return {};
    },
  });

  /** Writes one page of the list, and returns the new state of the export. */
  async function writeNext(call: Call<Member>, row: store.ExportRow): Promise<store.ExportRow> {
    const { companyId } = call.actor;
    const schema = await schemas.of(call);
    const type = typeNamed(schema, row.type);
    const fields = row.fields.map((key) => fieldOf(type, key));
    const page = await listRecords(call, schema, cursors, type, {
      filter: row.filter,
      sort: row.sort,
      fields: row.fields,
      count: "none",
      limit: PAGE_ROWS,
      cursor: row.cursor ?? undefined,
    });
    const rows = row.rows + page.items.length;
    if (rows > MAX_ROWS) throw new AppError(422, "too_many_rows", "There are more than 1,000,000 records. Narrow the filter.");
    const lines = await writePage(call, schema, fields, page.items);
    const texts = cut([...(row.parts === 0 ? [writeHeader(fields)] : []), ...lines]);
    await store.insertParts(call.tx, companyId, row.id, row.parts, texts, call.clock.now());
    const isDone = page.next_cursor === null;
    return {
      ...row,
      state: isDone ? "done" : "running",
      finished_at: isDone ? call.clock.now() : null,
      cursor: page.next_cursor,
      rows,
      parts: row.parts + texts.length,
      size: String(texts.reduce((sum, text) => sum + text.length, Number(row.size))),
    };
  }
}

const isOwn = (field: FieldDefinition) => !(field.place.kind === "links" && field.place.direction === "in");

function fieldOf(type: TypeDefinition, key: string): FieldDefinition {
  const field = findField(type, key);
  if (!field) throw new AppError(409, "field_gone", `${type.labelPlural} no longer have the field ${key}.`);
  return field;
}

const announceEnd = (call: Call<System>, { id, name, type, state, rows }: store.ExportRow) =>
  call.emit(exportFinished, { subjectId: id, data: { name, type, state, rows } });

/** Joins lines to parts that fit into one call. */
function cut(lines: string[]): string[] {
  const parts: string[] = [];
  let part = "";
  for (const line of lines) {
    if (part !== "" && part.length + line.length > PART_CHARACTERS) {
      parts.push(part);
      part = "";
    }
    part += line;
  }
  return part === "" ? parts : [...parts, part];
}

/** An export is for the person who asked for it, and for nobody else. */
async function mine({ actor, tx }: Call<Member>, id: string): Promise<store.ExportRow> {
  const row = await store.find(tx, actor.companyId, id);
  if (row?.user_id !== actor.userId) throw notFound("Export");
  return row;
}

function present({ id, type, name, state, rows, size, parts, failure, created_at, finished_at }: store.ExportRow) {
  const expires_at = new Date(created_at.getTime() + KEPT_MS);
  return { id, type, name, state, rows, size: Number(size), parts, failure, created_at, finished_at, expires_at };
}
