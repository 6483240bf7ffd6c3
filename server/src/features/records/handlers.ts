import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import { readPage, type Cursors } from "../../platform/cursors.ts";
import type { FileRules } from "../files/index.ts";
import type { CompanySchema, Schemas, TypeDefinition } from "../types/index.ts";
import { aggregateRecords } from "./query/aggregate-records.ts";
import { deleteRecords, restoreRecords } from "./write/delete-records.ts";
import { deleteActivityOf, logActivityOn, updateActivityOf } from "./activities/activities.ts";
import { listActivities } from "./activities/list-activities.ts";
import { attachFile, removeFile, renameFile } from "./attachments/attachments.ts";
import { listAttachments } from "./attachments/list.ts";
import { updateNoteOf } from "./notes/edit-note.ts";
import { listNotes } from "./notes/list-notes.ts";
import { addNoteTo } from "./notes/notes.ts";
import { pinNoteOf } from "./notes/pin-note.ts";
import * as operations from "./operations.ts";
import { recordId } from "./operations.ts";
import { findWithNames } from "./related-names.ts";
import { readLinks } from "./links.ts";
import { presentRecords, showRecords, shownOf } from "./present.ts";
import { includeRelated } from "./query/include.ts";
import { listRecords } from "./query/list-records.ts";
import { countTrash, listTrash, trashPlace } from "./query/list-trash.ts";
import { mergeRecords } from "./write/merge-records.ts";
import { fieldsNamed, knownFields, typeNamed } from "./find-by-name.ts";
import { isLarge } from "./query/own-indexes.ts";
import { readChanges } from "./history/read-changes.ts";
import { searchRecords } from "./query/search-records.ts";
import type { RecordRow } from "./row.ts";
import { refusalOf } from "./write/known.ts";
import { saveRecords, type Outcome, type RecordChange } from "./write/save.ts";
import { saveBatch } from "./write/save-batch.ts";
import * as store from "./store.ts";
import { checkUndo } from "./history/check-undo.ts";
import { lastOperation, listOperations } from "./history/latest-operations.ts";
import { readTimeline } from "./history/timeline.ts";
import { undoCall, type OtherUndo } from "./history/undo-call.ts";
import { updateMatching } from "./update-matching.ts";
import { upsertChange } from "./write/upsert.ts";

export interface RecordNeeds {
  schemas: Schemas;
  cursors: Cursors;
  /** Of what is not records, and is undone by the same call. */
  otherUndo: OtherUndo;
  /** Who may attach which file. */
  fileRules: FileRules;
  baseUrl: string;
}

export function recordHandlers({ schemas, cursors, otherUndo, fileRules, baseUrl }: RecordNeeds) {
  /** Programs hand the address on to people. The web application is there already. */
  const addressed = <R extends { id: string; type: string }>({ request }: Call<Member>, record: R) =>
    request.surface === "rest" ? { ...record, url: `${baseUrl}/records/${record.type}/${recordId.show(record.id)}` } : record;

  async function save(call: Call<Member>, schema: CompanySchema, type: TypeDefinition, change: RecordChange) {
    const [outcome] = await saveRecords(call, schema, type, [change]);
    if (!outcome) throw notFound("Record");
    if (outcome.fieldErrors.length > 0) throw refusalOf(outcome.fieldErrors);
    return answer(call, schema, outcome);
  }

  async function answer(call: Call<Member>, schema: CompanySchema, { row, isNew }: Pick<Outcome, "row" | "isNew">) {
    const [record] = await presentRecords(call.tx, call.actor.companyId, schema, [row]);
    if (!record) throw notFound("Record");
    return { record: addressed(call, record), operation_id: call.operationId, is_new: isNew };
  }

  return handle(operations, {
    async list(call, input) {
      const schema = await schemas.of(call);
      const type = typeNamed(schema, input.type);
      const page = await listRecords(call, schema, cursors, type, { ...input, fields: fieldsNamed(type, input.fields, "/fields") });
      const items = page.items.map((record) => addressed(call, record));
      return { ...page, items, ...(await includeRelated(call, schema, type, page.items, input.include)) };
    },

    async create(call, { type: name, values, allow_duplicate: isDuplicateAllowed }) {
      const schema = await schemas.of(call);
      return save(call, schema, typeNamed(schema, name), {
        old: undefined,
        given: values,
        isOnce: !isDuplicateAllowed,
        pointer: "/values",
      });
    },

    async get(call, { id, type: name, fields, include }) {
      const schema = await schemas.of(call);
      const type =
        name === undefined ? typeOf(schema, (await store.find(call.tx, call.actor.companyId, [id]))[0]) : typeNamed(schema, name);
      const [row] = await findWithNames(
        call.tx,
        call.actor.companyId,
        [id],
        shownOf(type, fields && knownFields(type, fields)).relatedNames,
      );
      if (row) refuseOtherType(schema, row, type);
      if (row?.type_id !== type.id) throw notFound("Record");
      const [record] = showRecords(schema, [row], fieldsNamed(type, fields, "/fields"));
      if (!record) throw notFound("Record");
      return { ...addressed(call, record), ...(await includeRelated(call, schema, type, [record], include)) };
    },

    async update(call, { id, type, values, if_version: wanted }) {
      const schema = await schemas.of(call);
      const [row] = await store.lock(call.tx, call.actor.companyId, [id]);
      const found = atVersion(live(ofType(schema, row, type)), wanted);
      const links = (await readLinks(call.tx, call.actor.companyId, schema, [found])).get(id) ?? {};
      return save(call, schema, typeOf(schema, found), { old: { row: found, links }, given: values, pointer: "/values" });
    },

    async remove(call, { id, type, if_version: wanted }) {
      const schema = await schemas.of(call);
      const [row] = await store.lock(call.tx, call.actor.companyId, [id]);
      await deleteRecords(call, schema, [atVersion(live(ofType(schema, row, type)), wanted)]);
      return { operation_id: call.operationId };
    },

    async restore(call, { id, type }) {
      const schema = await schemas.of(call);
      const [row] = await store.lock(call.tx, call.actor.companyId, [id]);
      const found = ofType(schema, row, type);
      const [restored] = found.deleted_at ? await restoreRecords(call, schema, [found]) : [found];
      return answer(call, schema, { row: restored ?? found, isNew: false });
    },

    async trash(call, { type: name, ...wanted }) {
      const { tx, actor } = call;
      const { id } = typeNamed(await schemas.of(call), name);
      const read = (after: string | undefined, rows: number) => listTrash(tx, actor.companyId, id, after, rows);
      const page = await readPage(cursors, actor.companyId, `trash ${id}`, wanted, read, trashPlace);
      return { ...page, count: await countTrash(tx, actor.companyId, id) };
    },

    async upsert(call, { type: name, match, values, allow_duplicate: isDuplicateAllowed }) {
      const schema = await schemas.of(call);
      const type = typeNamed(schema, name);
      return save(call, schema, type, { ...(await upsertChange(call, schema, type, match, values)), isOnce: !isDuplicateAllowed });
    },

    async batch(call, input) {
      const schema = await schemas.of(call);
      return saveBatch(call, schema, typeNamed(schema, input.type), input);
    },

    async updateMatching(call, { type: name, ...wanted }) {
      const schema = await schemas.of(call);
      return updateMatching(call, schema, typeNamed(schema, name), wanted);
    },

    async removeBatch(call, { type: name, ids }) {
      const schema = await schemas.of(call);
      const type = typeNamed(schema, name);
      const rows = await store.lock(call.tx, call.actor.companyId, [...new Set(ids)]);
      const found = rows.filter((row) => row.type_id === type.id && !row.deleted_at);
      await deleteRecords(call, schema, found);
      const gone = new Set(found.map((row) => row.id));
      return { operation_id: call.operationId, deleted: found.length, missing: ids.filter((id) => !gone.has(id)) };
    },

    async undo(call, { id, records }) {
      return undoCall(call, await schemas.of(call), otherUndo, id === "last" ? await lastOperation(call, otherUndo) : id, records);
    },

    operations: async (call, wanted) => listOperations(call, await schemas.of(call), cursors, otherUndo, wanted),

    checkUndo: async (call, { ids }) => ({ items: await checkUndo(call, await schemas.of(call), otherUndo, ids) }),

    async timeline(call, { id, type, ...page }) {
      const schema = await schemas.of(call);
      const [row] = await store.find(call.tx, call.actor.companyId, [id]);
      return readTimeline(call, schema, cursors, ofType(schema, row, type), page);
    },

    async addNote(call, { id, type, ...written }) {
      const schema = await schemas.of(call);
      const [row] = await store.find(call.tx, call.actor.companyId, [id]);
      return { id: await addNoteTo(call, schema, live(ofType(schema, row, type)), written), operation_id: call.operationId };
    },

    async updateNote(call, { id, type, note, ...given }) {
      const schema = await schemas.of(call);
      const [row] = await store.find(call.tx, call.actor.companyId, [id]);
      await updateNoteOf(call, schema, live(ofType(schema, row, type)), note, given);
      return { operation_id: call.operationId };
    },

    async pinNote(call, { id, type, note, is_pinned: isPinned }) {
      const schema = await schemas.of(call);
      const [row] = await store.find(call.tx, call.actor.companyId, [id]);
      await pinNoteOf(call, schema, live(ofType(schema, row, type)), { note, isPinned });
      return { operation_id: call.operationId };
    },

    async notes(call, { id, type, is_pinned: isPinned, ...page }) {
      const schema = await schemas.of(call);
      const [row] = await store.find(call.tx, call.actor.companyId, [id]);
      return listNotes(call, cursors, ofType(schema, row, type), { isPinned, ...page });
    },

    async logActivity(call, { id, type, ...given }) {
      const schema = await schemas.of(call);
      const [row] = await store.find(call.tx, call.actor.companyId, [id]);
      const logged = await logActivityOn(call, schema, live(ofType(schema, row, type)), given);
      return { ...logged, operation_id: call.operationId };
    },

    async updateActivity(call, { id, type, activity, ...given }) {
      const schema = await schemas.of(call);
      const [row] = await store.find(call.tx, call.actor.companyId, [id]);
      await updateActivityOf(call, schema, live(ofType(schema, row, type)), activity, given);
      return { operation_id: call.operationId };
    },

    async removeActivity(call, { id, type, activity }) {
      const schema = await schemas.of(call);
      const [row] = await store.find(call.tx, call.actor.companyId, [id]);
      await deleteActivityOf(call, schema, live(ofType(schema, row, type)), activity);
      return { operation_id: call.operationId };
    },

    activities: async (call, wanted) => listActivities(call, await schemas.of(call), cursors, wanted),

    async attachFile(call, { id, type, ...given }) {
      const schema = await schemas.of(call);
      const [row] = await store.lock(call.tx, call.actor.companyId, [id]);
      const record = live(ofType(schema, row, type));
      return { id: await attachFile(call, fileRules, schema, record, given), operation_id: call.operationId };
    },

    async files(call, { id, type, ...page }) {
      const schema = await schemas.of(call);
      const [row] = await store.find(call.tx, call.actor.companyId, [id]);
      return listAttachments(call, cursors, ofType(schema, row, type), page);
    },

    async renameFile(call, { id, type, attachment, name }) {
      const schema = await schemas.of(call);
      const [row] = await store.lock(call.tx, call.actor.companyId, [id]);
      await renameFile(call, schema, live(ofType(schema, row, type)), attachment, name);
      return { operation_id: call.operationId };
    },

    async removeFile(call, { id, type, attachment }) {
      const schema = await schemas.of(call);
      const [row] = await store.lock(call.tx, call.actor.companyId, [id]);
      await removeFile(call, schema, live(ofType(schema, row, type)), attachment);
      return { operation_id: call.operationId };
    },

    async search(call, { query, types, limit }) {
      const schema = await schemas.of(call);
      const wanted = types?.map((name) => typeNamed(schema, name));
      return { items: (await searchRecords(call, schema, { types: wanted, query, limit })).found };
    },

    async aggregate(call, { type: name, ...wanted }) {
      const schema = await schemas.of(call);
      return aggregateRecords(call, schema, typeNamed(schema, name), wanted);
    },

    async merge(call, { type: name, ...wanted }) {
      const schema = await schemas.of(call);
      return answer(call, schema, await mergeRecords(call, schema, typeNamed(schema, name), wanted));
    },

    async checkSize(call, { type_id: typeId }) {
      return { is_large: await isLarge(call, typeId) };
    },

    async changes(call, wanted) {
      const schema = await schemas.of(call);
      const type = wanted.type ? typeNamed(schema, wanted.type).key : undefined;
      return readChanges(call, schema, cursors, { ...wanted, type });
    },
  });
}

function typeOf(schema: CompanySchema, row: RecordRow | undefined): TypeDefinition {
  const type = row && schema.byId.get(row.type_id);
  if (!type) throw notFound("Record");
  return type;
}

/** The record, if it exists and has the type in the path. */
function ofType(schema: CompanySchema, row: RecordRow | undefined, name: string | undefined): RecordRow {
  if (!row || !schema.byId.has(row.type_id)) throw notFound("Record");
  if (name !== undefined) refuseOtherType(schema, row, typeNamed(schema, name));
  return row;
}

/** The id of a deal under /records/contact: it is there, only not here. */
function refuseOtherType(schema: CompanySchema, row: RecordRow, wanted: TypeDefinition): void {
  const type = schema.byId.get(row.type_id);
  if (!type || type.id === wanted.id) return;
  const id = recordId.encode(row.id);
  throw new AppError(404, "not_found", `${id} is of the type ${type.key}, not ${wanted.key}. It is at /records/${type.key}/${id}.`);
}

function live(row: RecordRow): RecordRow {
  if (row.deleted_at) throw new AppError(409, "in_trash", "This record is in the trash. Restore it first.");
  return row;
}

function atVersion(row: RecordRow, wanted: number | undefined): RecordRow {
  if (wanted === undefined || wanted === row.version) return row;
  const message = `The record has version ${row.version}, not ${wanted}: someone changed it meanwhile. Read it again.`;
  throw new AppError(412, "version_conflict", message);
}
