import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { invalid, notFound } from "../../kernel/errors.ts";
import { handle } from "../../kernel/operation.ts";
import type { Cursors } from "../../kernel/page.ts";
import {
  addNoteTo,
  deleteRecords,
  findRecords,
  listRecords,
  mergeRecords,
  presentRecords,
  readTimeline,
  referTo,
  searchRecords,
  typeNamed,
} from "../records/index.ts";
import { recordId } from "../records/operations.ts";
import type { Schemas } from "../types/index.ts";
import { linkRecords } from "./link-records.ts";
import * as operations from "./operations.ts";
import { saveForAssistant } from "./save-records.ts";
import { showRecord, urlOf } from "./show.ts";

const NOTES_SHOWN = 10;

export function assistantHandlers({ schemas, cursors, baseUrl }: { schemas: Schemas; cursors: Cursors; baseUrl: string }) {
  const { search, fetch, query, get, timeline, save, link, note, merge, remove } = operations;
  const schemaOf = ({ actor, tx }: Call<Member>) => schemas.of(tx, actor.companyId, actor.company.schemaVersion);

  return handle(
    { search, fetch, query, get, timeline, save, link, note, merge, remove },
    {
      async search(call, input) {
        const found = await searchRecords(call, await schemaOf(call), undefined, input.query, 20);
        return { results: found.map(({ id, type, title }) => ({ id: recordId.encode(id), title, url: urlOf(baseUrl, type, id) })) };
      },

      async fetch(call, input) {
        const schema = await schemaOf(call);
        const [row] = await findRecords(call.tx, call.actor.companyId, [input.id]);
        if (!row) throw notFound("Record");
        const [record] = await presentRecords(call.tx, call.actor.companyId, schema, [row]);
        if (!record) throw notFound("Record");
        const shown = showRecord(baseUrl, record);
        const { items } = await readTimeline(call, schema, cursors, row, { limit: 50 });
        const notes = items.flatMap((item) =>
          item.note ? [{ at: item.at.toISOString(), by: item.actor?.name ?? null, text: item.note.text }] : [],
        );
        const text = JSON.stringify({ values: shown.values, notes: notes.slice(0, NOTES_SHOWN) });
        return {
          id: recordId.encode(input.id),
          title: shown.title,
          text,
          url: shown.url,
          metadata: { type: shown.type, version: record.version, updated_at: record.updated_at.toISOString() },
        };
      },

      async query(call, { type: name, ...wanted }) {
        const schema = await schemaOf(call);
        const page = await listRecords(call, schema, cursors, typeNamed(schema, name), { ...wanted, count: "estimate" });
        return {
          records: page.items.map((item) => showRecord(baseUrl, item)),
          count: page.count ?? { value: 0, is_exact: true },
          next_cursor: page.next_cursor,
        };
      },

      async get(call, { type: name, records, fields }) {
        const schema = await schemaOf(call);
        const rows = await referTo(call, typeNamed(schema, name), records, "/records");
        return {
          records: (await presentRecords(call.tx, call.actor.companyId, schema, rows, fields)).map((one) => showRecord(baseUrl, one)),
        };
      },

      async timeline(call, { type: name, record, ...page }) {
        const schema = await schemaOf(call);
        const [row] = await referTo(call, typeNamed(schema, name), [record], "/record");
        if (!row) throw notFound("Record");
        const { items, next_cursor } = await readTimeline(call, schema, cursors, row, page);
        const entries = items.map(({ at, kind, actor, key, operation_id, changes, note: written }) => ({
          at,
          kind,
          by: actor?.name ?? null,
          key: key?.name ?? null,
          operation_id,
          changes,
          note: written?.text ?? null,
        }));
        return { entries, next_cursor };
      },

      async save(call, input) {
        const schema = await schemaOf(call);
        return saveForAssistant(call, schema, typeNamed(schema, input.type), input);
      },

      async link(call, input) {
        const schema = await schemaOf(call);
        const row = await linkRecords(call, schema, typeNamed(schema, input.type), input);
        const [record] = await presentRecords(call.tx, call.actor.companyId, schema, [row]);
        if (!record) throw notFound("Record");
        return { operation_id: call.operationId, record: showRecord(baseUrl, record) };
      },

      async note(call, { type: name, record, text }) {
        const schema = await schemaOf(call);
        const [row] = await referTo(call, typeNamed(schema, name), [record], "/record");
        if (!row) throw notFound("Record");
        return { id: await addNoteTo(call, schema, row, text), operation_id: call.operationId };
      },

      async merge(call, { type: name, ...wanted }) {
        const schema = await schemaOf(call);
        const { row } = await mergeRecords(call, schema, typeNamed(schema, name), wanted);
        const [record] = await presentRecords(call.tx, call.actor.companyId, schema, [row]);
        if (!record) throw notFound("Record");
        return { operation_id: call.operationId, record: showRecord(baseUrl, record) };
      },

      async remove(call, { ids, dry_run: isDryRun }) {
        const rows = (await findRecords(call.tx, call.actor.companyId, ids)).filter((row) => !row.deleted_at);
        const missing = ids.find((id) => !rows.some((row) => row.id === id));
        if (missing)
          throw invalid([
            { pointer: "/ids", message: `${recordId.encode(missing)} is not there, or already in the trash. Nothing was deleted.` },
          ]);
        if (!isDryRun) await deleteRecords(call, await schemaOf(call), rows);
        return { operation_id: isDryRun ? null : call.operationId, deleted: rows.map(({ id, title }) => ({ id, title })) };
      },
    },
  );
}
