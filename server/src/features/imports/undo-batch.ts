import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { eventsOfOperation } from "../events/index.ts";
import { undoEvents } from "../records/index.ts";
import type { CompanySchema } from "../types/index.ts";
import { BATCH_ROWS } from "./run-batch.ts";
import * as store from "./store.ts";

const KEPT_SHOWN = 100;

/** Undoes the next part of the import, newest first. Returns whether that was all. */
export async function undoBatch(call: Call<Member>, schema: CompanySchema, file: store.ImportRow): Promise<boolean> {
  const { companyId } = call.actor;
  const events = await nextEvents(call, companyId, file, file.batch_rows);
  const { restored, kept } = await undoEvents(call, schema, file.operation_id ?? "", events);
  await store.update(call.tx, companyId, file.id, {
    undo_before: events.at(-1)?.id ?? file.undo_before,
    batch_rows: Math.min(file.batch_rows * 2, BATCH_ROWS),
    restored: file.restored + restored,
    kept: file.kept + kept.length,
    kept_records: [...file.kept_records, ...kept].slice(0, KEPT_SHOWN),
  });
  return events.length < file.batch_rows;
}

/** Skips one record, so that the rest can be undone. */
export async function skipEvent(call: Call, companyId: string, file: store.ImportRow): Promise<void> {
  const [event] = await nextEvents(call, companyId, file, 1);
  if (!event) return;
  const kept = { id: event.subject_id, title: event.subject_name ?? "A record", reason: "could not be set back" };
  await store.update(call.tx, companyId, file.id, {
    undo_before: event.id,
    batch_rows: BATCH_ROWS,
    kept: file.kept + 1,
    kept_records: [...file.kept_records, kept].slice(0, KEPT_SHOWN),
  });
}

const nextEvents = (call: Call, companyId: string, file: store.ImportRow, most: number) =>
  eventsOfOperation(call.tx, companyId, file.operation_id ?? "", file.undo_before ?? undefined, most);
