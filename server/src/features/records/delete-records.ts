import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import type { CompanySchema } from "../types/index.ts";
import { recordDeleted, recordRestored } from "./events.ts";
import type { RecordRow } from "./row.ts";
import * as store from "./store.ts";

/** Moves records to the trash. */
export const deleteRecords = (call: Call<Member>, schema: CompanySchema, rows: RecordRow[]) => mark(call, schema, rows, call.clock.now());

/** Takes records out of the trash. */
export const restoreRecords = (call: Call<Member>, schema: CompanySchema, rows: RecordRow[]) => mark(call, schema, rows, null);

async function mark(call: Call<Member>, schema: CompanySchema, rows: RecordRow[], deletedAt: Date | null): Promise<RecordRow[]> {
  const changed = rows.map((row) => ({ ...row, version: row.version + 1, updated_at: call.clock.now(), deleted_at: deletedAt }));
  await store.mark(call.tx, call.actor.companyId, changed);
  const announcements = changed.map((row) => ({
    subjectId: row.id,
    data: { name: row.title, type: schema.byId.get(row.type_id)?.key ?? "" },
  }));
  await call.emitAll(deletedAt ? recordDeleted : recordRestored, announcements);
  return changed;
}
