import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { cutChanges, cutText } from "../../platform/cut-text.ts";
import { invalid, notFound } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import type { Cursors } from "../../platform/cursors.ts";
import {
  deleteRecords,
  fieldsNamed,
  findRecords,
  listRecords,
  lockRecords,
  mergeRecords,
  presentRecords,
  readTimeline,
  referAnywhere,
  referTo,
  restoreRecords,
  searchNotes,
  searchRecords,
  typeNamed,
  type RecordRow,
} from "../records/index.ts";
import { recordId } from "../records/operations.ts";
import type { CompanySchema, Schemas, TypeDefinition } from "../types/index.ts";
import { relatedTo } from "./related.ts";
import { linkRecords } from "./link-records.ts";
import * as operations from "./operations.ts";
import { saveForAssistant } from "./save-records.ts";
import { listRecordsFor, listUrl, shareOf, showRecords, urlOf } from "./show.ts";

const NOTES_SHOWN = 10;
const MAX_FOUND = 20;

export function assistantHandlers({ schemas, cursors, baseUrl }: { schemas: Schemas; cursors: Cursors; baseUrl: string }) {
  async function show(call: Call<Member>, schema: CompanySchema, row: RecordRow) {
    const [shown] = showRecords(baseUrl, await presentRecords(call.tx, call.actor.companyId, schema, [row]));
    if (!shown) throw notFound("Record");
    return shown;
  }

  return handle(operations, {
    async search(call, { query }) {
      const schema = await schemas.of(call);
      const noted = (await searchNotes(call, query, MAX_FOUND)).map((row) => ({
        ...row,
        type: schema.byId.get(row.type_id)?.key ?? "",
        detail: "",
      }));
      const { found, total } = await searchRecords(call, schema, {
        query,
        limit: MAX_FOUND,
        isGuessing: noted.length === 0,
        isLoose: noted.length === 0,
      });
      const all = new Map([...noted, ...found].map((one) => [one.id, one]));
      // Records first: those with the words in a note come after.
      const shown = [...new Set([...found, ...noted].map(({ id }) => id))].slice(0, MAX_FOUND).flatMap((id) => all.get(id) ?? []);
      const results = shown.map(({ id, type, title, detail }) => {
        const url = urlOf(baseUrl, type, id);
        return { id: recordId.encode(id), title, url, type, ...(detail ? { detail } : {}) };
      });
      return { results, total: Math.max(total, shown.length) };
    },

    async fetch(call, input) {
      const schema = await schemas.of(call);
      const id = recordId.safeDecode(input.id);
      const [row] = id.success
        ? await findRecords(call.tx, call.actor.companyId, [id.data])
        : await referAnywhere(call, schema, [input.id], { pointer: "/id" });
      if (!row) throw notFound("Record");
      const [record] = await presentRecords(call.tx, call.actor.companyId, schema, [row]);
      const [shown] = record ? showRecords(baseUrl, [record], undefined, shareOf(2)) : [];
      if (!record || !shown) throw notFound("Record");
      const { items } = await readTimeline(call, schema, cursors, row, { limit: 50 });
      const noted = items.filter((item) => item.note ?? item.activity).slice(0, NOTES_SHOWN);
      const notes = noted.map(({ at, actor, note: written, activity }) => ({
        at: (activity?.at ?? at).toISOString(),
        by: actor?.name ?? null,
        ...(activity ? { kind: activity.kind, with: titlesOf(activity) } : {}),
        text: cutText(written?.text ?? activity?.outcome ?? "", shareOf(2 * noted.length)),
      }));
      const related = await relatedTo(call, schema, cursors, schema.byId.get(row.type_id), row.id);
      const text = JSON.stringify({ values: shown.values, ...(shown.cut ? { cut: shown.cut } : {}), related, notes });
      return {
        id: recordId.encode(row.id),
        title: shown.title,
        text,
        url: shown.url,
        metadata: {
          type: shown.type,
          version: record.version,
          updated_at: record.updated_at.toISOString(),
          related: Object.values(related).reduce((sum, { latest }) => sum + latest.length, 0),
        },
      };
    },

    async query(call, { type: name, records: references, ...wanted }) {
      const schema = await schemas.of(call);
      const type = typeNamed(schema, name);
      const fields = fieldsNamed(type, wanted.fields, "/fields");
      if (references) {
        if (wanted.filter) throw invalid([{ pointer: "/filter", message: "Give a filter or `records`, not both." }]);
        const rows = await referTo(call, schema, type, references, "/records");
        const shown = showRecords(baseUrl, await presentRecords(call.tx, call.actor.companyId, schema, rows, fields), fields);
        return { records: listRecordsFor(shown), count: { value: shown.length, is_exact: true }, next_cursor: null };
      }
      const page = await listRecords(call, schema, cursors, type, { ...wanted, fields, count: "estimate" });
      return {
        records: listRecordsFor(showRecords(baseUrl, page.items, fields)),
        count: page.count ?? { value: 0, is_exact: true },
        next_cursor: page.next_cursor,
        ...(page.next_cursor ? { url: listUrl(baseUrl, type.key, wanted) } : {}),
        ...(page.hints ? { hints: page.hints } : {}),
      };
    },

    async timeline(call, { type: name, record, ...page }) {
      const schema = await schemas.of(call);
      const type = typeNamed(schema, name);
      // By id also from the trash: the timeline shows the operation that undo takes.
      const row = (await trashed(call, type, record)) ?? (await referTo(call, schema, type, [record], "/record"))[0];
      if (!row) throw notFound("Record");
      const { items, next_cursor } = await readTimeline(call, schema, cursors, row, page);
      const share = shareOf(items.length);
      const entries = items.map(({ at, kind, actor, key, operation_id, changes, names, note: written, activity }) => ({
        at,
        kind,
        by: actor?.name ?? null,
        key: key?.name ?? null,
        operation_id,
        changes: changes && cutChanges(changes, share),
        ...(Object.keys(names).length > 0 ? { names } : {}),
        note: written ? cutText(written.text, share) : null,
        ...(activity ? { activity: shownActivity(activity, share) } : {}),
      }));
      return { entries, next_cursor };
    },

    async save(call, input) {
      const schema = await schemas.of(call);
      return saveForAssistant(call, schema, typeNamed(schema, input.type), input);
    },

    async link(call, input) {
      const schema = await schemas.of(call);
      const row = await linkRecords(call, schema, typeNamed(schema, input.type), input);
      return { operation_id: call.operationId, record: await show(call, schema, row) };
    },

    async merge(call, { type: name, ...wanted }) {
      const schema = await schemas.of(call);
      const { row } = await mergeRecords(call, schema, typeNamed(schema, name), wanted);
      return { operation_id: call.operationId, record: await show(call, schema, row) };
    },

    async remove(call, { ids, dry_run: isDryRun }) {
      const rows = (await lockRecords(call.tx, call.actor.companyId, ids)).filter((row) => !row.deleted_at);
      const missing = ids.find((id) => !rows.some((row) => row.id === id));
      if (missing)
        throw invalid([
          { pointer: "/ids", message: `${recordId.encode(missing)} does not exist, or is already in the trash. Nothing was deleted.` },
        ]);
      if (!isDryRun) await deleteRecords(call, await schemas.of(call), rows);
      return { operation_id: isDryRun ? null : call.operationId, deleted: rows.map(({ id, title }) => ({ id, title })) };
    },

    async restore(call, { ids: references }) {
      const schema = await schemas.of(call);
      const ids = (await referAnywhere(call, schema, references, { pointer: "/ids", among: "trash" })).map(({ id }) => id);
      const trash = (await lockRecords(call.tx, call.actor.companyId, [...new Set(ids)])).filter((row) => row.deleted_at);
      if (trash.length > 0) await restoreRecords(call, schema, trash);
      return { operation_id: trash.length > 0 ? call.operationId : null, restored: trash.map(({ id, title }) => ({ id, title })) };
    },
  });
}

type Activity = NonNullable<Awaited<ReturnType<typeof readTimeline>>["items"][number]["activity"]>;

const titlesOf = ({ people }: Activity) => people.map(({ title }) => title);

const shownActivity = (activity: Activity, share: number) => ({
  kind: activity.kind,
  at: activity.at,
  minutes: activity.duration_minutes,
  people: titlesOf(activity),
  outcome: cutText(activity.outcome, share),
});

/** The record with this id if it is in the trash, where it is not found by name. */
async function trashed({ actor, tx }: Call<Member>, type: TypeDefinition, reference: string): Promise<RecordRow | undefined> {
  const id = recordId.safeDecode(reference);
  const [row] = id.success ? await findRecords(tx, actor.companyId, [id.data]) : [];
  return row?.deleted_at && row.type_id === type.id ? row : undefined;
}
