import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { conflict } from "../../../kernel/errors.ts";
import { operationId } from "../../../platform/ids.ts";
import { eventsOf } from "../../events/index.ts";
import type { CompanySchema } from "../../types/index.ts";
import { recordDeleted, recordRestored } from "../events.ts";
import { recordId } from "../operations.ts";
import type { RecordRow } from "../row.ts";
import * as store from "../store.ts";
import { recountAround } from "../activity.ts";
import { holdUniqueAgain } from "./known.ts";

// A record does not change after it was merged into another, so its merge is among its last events.
const EVENTS_READ = 20;

/** Moves records to the trash. */
export const deleteRecords = (call: Call<Member>, schema: CompanySchema, rows: RecordRow[]) => mark(call, schema, rows, call.clock.now());

/** Takes records out of the trash. */
export async function restoreRecords(call: Call<Member>, schema: CompanySchema, rows: RecordRow[]): Promise<RecordRow[]> {
  await refuseMerged(
    call,
    rows.map((row) => row.id),
  );
  const restored = await mark(call, schema, rows, null);
  await holdUniqueAgain(
    call,
    rows.map((row) => row.id),
  );
  return restored;
}

// The record it was merged into has its email, notes and relations by now. After a restore both would have them, so the whole merge
// must be undone: undo does that, and reports conflicts with later changes.
async function refuseMerged({ actor, tx }: Call<Member>, ids: string[]): Promise<void> {
  const [merged] = await store.mergedAmong(tx, actor.companyId, ids);
  if (!merged) return;
  const [id, into] = merged;
  const merge = (await eventsOf(tx, actor.companyId, "rec", [id], undefined, EVENTS_READ)).find((event) => event.type === "record.merged");
  const remedy = merge ? ` To get it back, undo the merge: operation ${operationId.encode(merge.operation_id)}.` : "";
  throw conflict("record_merged", `This record was merged into ${recordId.encode(into)}.${remedy}`);
}

async function mark(call: Call<Member>, schema: CompanySchema, rows: RecordRow[], deletedAt: Date | null): Promise<RecordRow[]> {
  const changed = rows.map((row) => ({ ...row, version: row.version + 1, updated_at: call.clock.now(), deleted_at: deletedAt }));
  await store.mark(call.tx, call.actor.companyId, changed);
  const announcements = changed.map((row) => ({
    subjectId: row.id,
    data: { name: row.title, type: schema.byId.get(row.type_id)?.key ?? "" },
  }));
  await recountAround(call, schema, rows);
  await call.emitAll(deletedAt ? recordDeleted : recordRestored, announcements);
  return changed;
}
