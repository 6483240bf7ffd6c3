import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { eventsOfOperation, type ListedEvent } from "../events/index.ts";
import { referredElsewhere, undoEvents } from "../records/index.ts";
import type { CompanySchema } from "../types/index.ts";
import { BATCH_ROWS } from "./run-batch.ts";
import * as store from "./store.ts";

const KEPT_SHOWN = 100;

/** Undoes the next part of the import, newest first. Returns whether that was all. */
export async function undoBatch(call: Call<Member>, schema: CompanySchema, file: store.ImportRow): Promise<boolean> {
  const { companyId } = call.actor;
  const events = await nextEvents(call, companyId, file, file.batch_rows);
  const { needed, open } = await splitNeeded(call, file.operation_id ?? "", events);
  const { restored, kept: changed } = await undoEvents(call, schema, file.operation_id ?? "", open);
  const changedSince = changed.map(({ id, title, reason }) => ({ id, title, reason }));
  const kept = [...changedSince, ...needed.map((event) => keptRecord(event, "is used by other records"))];
  await store.update(call.tx, companyId, file.id, {
    undo_before: events.at(-1)?.id ?? file.undo_before,
    batch_rows: Math.min(file.batch_rows * 2, BATCH_ROWS),
    restored: file.restored + restored,
    kept: file.kept + kept.length,
    kept_records: [...file.kept_records, ...kept].slice(0, KEPT_SHOWN),
  });
  return events.length < file.batch_rows;
}

/** A new organization that somebody has used since stays: in the trash it would be missing there. */
async function splitNeeded(call: Call<Member>, operationId: string, events: ListedEvent[]) {
  const created = events.filter((event) => event.type === "record.created").map((event) => event.subject_id);
  const needed = await referredElsewhere(call.tx, call.actor.companyId, created, operationId);
  const isNeeded = (event: ListedEvent) => event.type === "record.created" && needed.has(event.subject_id);
  return { needed: events.filter(isNeeded), open: events.filter((event) => !isNeeded(event)) };
}

const keptRecord = (event: ListedEvent, reason: string) => ({ id: event.subject_id, title: event.subject_name ?? "A record", reason });

/** Skips one record, so that the rest can be undone. */
export async function skipEvent(call: Call, companyId: string, file: store.ImportRow): Promise<void> {
  const [event] = await nextEvents(call, companyId, file, 1);
  if (!event) return;
  const kept = keptRecord(event, "could not be set back");
  await store.update(call.tx, companyId, file.id, {
    undo_before: event.id,
    batch_rows: BATCH_ROWS,
    kept: file.kept + 1,
    kept_records: [...file.kept_records, kept].slice(0, KEPT_SHOWN),
  });
}

const nextEvents = (call: Call, companyId: string, file: store.ImportRow, most: number) =>
  eventsOfOperation(call.tx, companyId, file.operation_id ?? "", file.undo_before ?? undefined, most);
