import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { AppError, forbidden, invalid, notFound } from "../../../kernel/errors.ts";
import { eventsOfOperation, touchedByOthers, sizesOfOperation, type ListedEvent } from "../../events/index.ts";
import type { CompanySchema } from "../../types/index.ts";
import { recordId } from "../operations.ts";
import { readLinks } from "../links.ts";
import { valuesOf, type RecordRow } from "../row.ts";
import { holdUniqueAgain } from "../write/known.ts";
import { isSame, saveRecords, type RecordChange } from "../write/save.ts";
import { MAX_SET_BACK, refuseTooMuch } from "../write/text-size.ts";
import * as store from "../store.ts";
import { undoActivities, undoActivityChanges } from "../activities/undo-activities.ts";
import { undoAttachments, undoRenames } from "../attachments/undo-attachments.ts";
import { undoNoteEdits, undoNotes, undoPins } from "../notes/undo-notes.ts";
import { bringBack, dataOf, putAway } from "./undo-trash.ts";

const UNDOABLE = new Set([
  "record.created",
  "record.updated",
  "record.deleted",
  "record.restored",
  "record.merged",
  "note.added",
  "note.updated",
  "note.pinned",
  "note.unpinned",
  "activity.logged",
  "activity.updated",
  "activity.deleted",
  "activity.restored",
  "file.attached",
  "file.renamed",
  "file.removed",
  "file.restored",
]);
const MAX_AT_ONCE = 5_000;

/**
 * Undoes everything one operation did, or what it did to some records, in one operation that can itself be undone. If later changes
 * conflict, nothing is done, and the error names the records and fields.
 */
export async function undoOperation(call: Call<Member>, schema: CompanySchema, operationId: string, only?: string[]) {
  const { actor, tx } = call;
  // Before they are read: an import's events hold all its text.
  refuseTooMuch(await sizesOfOperation(tx, actor.companyId, operationId, MAX_AT_ONCE), MAX_SET_BACK);
  const events = await eventsOfOperation(tx, actor.companyId, operationId, undefined, MAX_AT_ONCE + 1);
  const first = events.find((event) => UNDOABLE.has(event.type));
  if (!first) throw noneOfRecords(actor, events);
  if (first.actor?.id !== actor.userId && actor.role !== "admin")
    throw forbidden("not_yours", "You can undo your own changes. An Admin can undo everyone's.");
  if (events.length > MAX_AT_ONCE)
    throw new AppError(409, "cannot_undo", `That operation made more than ${MAX_AT_ONCE} changes. An import is undone in Imports.`);
  const { restored, kept } = await undoEvents(call, schema, operationId, only ? partOf(events, only) : events);
  const [inTheWay] = kept;
  if (inTheWay) throw new UndoRefused(inTheWay);
  return { operation_id: call.operationId, records: restored };
}

/** The events of some records only. Half a merge would leave values with both records, so it is undone as a whole. */
function partOf(events: ListedEvent[], only: string[]): ListedEvent[] {
  if (events.some((event) => event.type === "record.merged" || dataOf(event).unmerged_from))
    throw new AppError(409, "cannot_undo", "A merge is undone as a whole: leave `records` out.");
  const missing = only.find((id) => !events.some((event) => event.subject_id === id && UNDOABLE.has(event.type)));
  if (missing) throw invalid([{ pointer: "/records", message: `That operation did not change ${recordId.encode(missing)}.` }]);
  return events.filter((event) => only.includes(event.subject_id));
}

/** Someone else's operation must look like none at all. */
function noneOfRecords(actor: Member, [event]: ListedEvent[]): AppError {
  if (!event || (event.actor?.id !== actor.userId && actor.role !== "admin")) return notFound("Operation");
  return new AppError(
    409,
    "cannot_undo",
    `That operation (${event.type}) changed no record, so undo cannot take it back. ${PAGES[event.type.split(".")[0] ?? ""] ?? "Change it back itself."}`,
  );
}

/** Where a person takes back what no tool can. */
const PAGES: Readonly<Record<string, string>> = {
  view: "A view is changed or deleted with save_view, by a person above its list, by a program with /views/{id}.",
  type: "A person changes types under Company, Data model.",
  field: "A person changes or retires a field under Company, Data model.",
  dashboard: "A person changes it on the Dashboard page.",
  webhook: "A person changes it under Company, Webhooks.",
};

/** A record that is not changed, and why. */
export interface Kept {
  id: string;
  type: string;
  title: string;
  reason: string;
  /** Those that were changed again since. */
  fields: string[];
}

/** A record stands in the way. */
export class UndoRefused extends AppError {
  readonly kept: Kept;

  constructor(kept: Kept) {
    // By id: a title may contain anyone's text, and a model would read it as part of our message.
    super(409, "cannot_undo", `${recordId.encode(kept.id)} ${kept.reason}. Nothing was undone.`);
    this.kept = kept;
  }
}

/**
 * Undoes a part of an operation's events, newest first. A record that was changed since then is not touched, so that nobody's later
 * work is lost. The result names it.
 */
export async function undoEvents(
  call: Call<Member>,
  schema: CompanySchema,
  operationId: string,
  given: ListedEvent[],
): Promise<{ restored: number; kept: Kept[] }> {
  const { actor, tx } = call;
  const events = given.filter((event) => UNDOABLE.has(event.type));
  const created = events.filter((event) => event.type === "record.created").map((event) => event.subject_id);
  const touched = await touchedByOthers(tx, actor.companyId, "rec", created, "record.%", [operationId, call.operationId]);
  const kept = new Map<string, Kept>();
  const keep = (event: ListedEvent, reason: string, fields: string[] = []) =>
    kept.set(event.subject_id, {
      id: event.subject_id,
      type: dataOf(event).type,
      title: event.subject_name ?? "A record",
      reason: [reason, ...(fields.length > 0 ? [fields.join(", ")] : [])].join(": "),
      fields,
    });

  for (const wave of onceEach(events)) {
    const rows = new Map(
      (
        await store.lock(
          tx,
          actor.companyId,
          // Also lock the record that a merge goes into again, when its undo is undone.
          wave.flatMap((event) => [event.subject_id, dataOf(event).unmerged_from ?? []].flat()),
        )
      ).map((row) => [row.id, row]),
    );
    const merged = await store.mergedAmong(tx, actor.companyId, [...rows.keys()]);
    for (const event of wave) {
      const reason = obstacle(event, rows, merged, touched);
      if (reason) keep(event, reason);
    }
    const open = (types: string[]) => wave.filter((event) => types.includes(event.type) && !kept.has(event.subject_id));
    // Restore from the trash first: values that refer to a record need it to exist.
    await bringBack(call, schema, open(["record.deleted", "record.merged"]), rows);
    await undoUpdates(call, schema, open(["record.updated"]), rows, keep);
    await putAway(call, schema, open(["record.created", "record.restored"]), rows);
    await undoNoteEdits(call, open(["note.updated"]), keep);
    await undoPins(call, open(["note.pinned", "note.unpinned"]), keep);
    await undoNotes(call, schema, open(["note.added"]), keep);
    await undoActivities(call, schema, open(["activity.deleted"]), "restored", keep);
    await undoActivityChanges(call, schema, open(["activity.updated"]), keep);
    await undoActivities(call, schema, open(["activity.logged", "activity.restored"]), "deleted", keep);
    await undoAttachments(call, open(["file.removed"]), "restored", keep);
    await undoRenames(call, open(["file.renamed"]), keep);
    await undoAttachments(call, open(["file.attached", "file.restored"]), "removed", keep);
  }
  // Last: a value may have been handed from one of these records to another.
  await holdUniqueAgain(call, restored(events, kept));
  const records = new Set(events.map((event) => event.subject_id));
  return { restored: records.size - kept.size, kept: [...kept.values()] };
}

const restored = (events: ListedEvent[], kept: Map<string, Kept>) =>
  events
    .filter(({ type, subject_id: id }) => (type === "record.deleted" || type === "record.merged") && !kept.has(id))
    .map((event) => event.subject_id);

/** Splits events into waves in which no record occurs twice; the last event of a record comes first. */
function onceEach(events: ListedEvent[]): ListedEvent[][] {
  const waves: ListedEvent[][] = [];
  const seen = new Map<string, number>();
  for (const event of events) {
    const wave = seen.get(event.subject_id) ?? 0;
    seen.set(event.subject_id, wave + 1);
    (waves[wave] ??= []).push(event);
  }
  return waves;
}

function obstacle(event: ListedEvent, rows: Map<string, RecordRow>, merged: Map<string, string>, touched: Set<string>): string | undefined {
  const row = rows.get(event.subject_id);
  if (!row) return "has been deleted permanently";
  const isTrashed = row.deleted_at !== null;
  const mergedInto = merged.get(row.id);
  switch (event.type) {
    case "record.created":
      return isTrashed || touched.has(row.id) ? "was changed again since" : undefined;
    case "record.deleted":
      return !isTrashed ? "was changed again since" : mergedInto && "was merged into another record since";
    case "record.merged":
      return !isTrashed || mergedInto !== dataOf(event).into ? "was changed again since" : undefined;
    case "record.restored": {
      const into = dataOf(event).unmerged_from;
      if (mergedInto) return "was merged into another record since";
      return into && rows.get(into)?.deleted_at !== null ? "cannot be merged again: the other record is not there any more" : undefined;
    }
    default:
      return event.type === "record.updated" && isTrashed ? "is in the trash" : undefined;
  }
}

async function undoUpdates(
  call: Call<Member>,
  schema: CompanySchema,
  updates: ListedEvent[],
  rows: Map<string, RecordRow>,
  keep: (event: ListedEvent, reason: string, fields?: string[]) => void,
): Promise<void> {
  if (updates.length === 0) return;
  const links = await readLinks(
    call.tx,
    call.actor.companyId,
    schema,
    updates.flatMap((event) => rows.get(event.subject_id) ?? []),
  );
  for (const type of schema.types) {
    const reverts: { event: ListedEvent; change: RecordChange }[] = [];
    for (const event of updates) {
      const row = rows.get(event.subject_id);
      if (!row || row.type_id !== type.id) continue;
      const old = { row, links: links.get(row.id) ?? {} };
      const now = valuesOf(type, row, old.links);
      const changes = Object.entries(event.changes ?? {});
      const blocked = changes.filter(([key, [, to]]) => !isSame(now[key] ?? null, to ?? null)).map(([key]) => key);
      if (blocked.length > 0) keep(event, "was changed again since", blocked);
      else
        reverts.push({
          event,
          change: { old, given: {}, kept: Object.fromEntries(changes.map(([key, [from]]) => [key, from])), pointer: "" },
        });
    }
    if (reverts.length === 0) continue;
    const outcomes = await saveRecords(
      call,
      schema,
      type,
      reverts.map((one) => one.change),
      MAX_SET_BACK,
    );
    for (const [at, { event }] of reverts.entries()) {
      const [fieldError] = outcomes[at]?.fieldErrors ?? [];
      if (fieldError) keep(event, `cannot have its old value back: ${fieldError.message}`);
    }
  }
}
