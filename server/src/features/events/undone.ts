import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { statement } from "../../kernel/database.ts";

// Who undoes an undo has the first change again.
const BACK_AGAIN = statement("events.back_again", "delete from undone_operations where company_id = $1 and undone_by = $2");
const NOTE_UNDONE = statement(
  "events.note_undone",
  `insert into undone_operations (company_id, operation_id, undone_by, at) values ($1, $2, $3, $4)
   on conflict (company_id, operation_id) do update set undone_by = excluded.undone_by, at = excluded.at`,
);
const UNDONE_AMONG = statement(
  "events.undone_among",
  "select operation_id from undone_operations where company_id = $1 and operation_id = any($2::uuid[])",
);

/** This call took back a whole operation. */
export async function noteUndone({ actor, tx, clock, operationId: by }: Call<Member>, operationId: string): Promise<void> {
  await tx.query(BACK_AGAIN, [actor.companyId, operationId]);
  await tx.query(NOTE_UNDONE, [actor.companyId, operationId, by, clock.now()]);
}

/** Those of these operations that were taken back. */
export async function undoneAmong({ actor, tx }: Call<Member>, operationIds: string[]): Promise<Set<string>> {
  const rows = await tx.query<{ operation_id: string }>(UNDONE_AMONG, [actor.companyId, operationIds]);
  return new Set(rows.map(({ operation_id }) => operation_id));
}
