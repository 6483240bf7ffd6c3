import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { statement } from "../../../kernel/database.ts";
import { notFound } from "../../../kernel/errors.ts";
import type { CompanySchema } from "../../types/index.ts";
import { notePinned, noteUnpinned } from "../events.ts";
import type { RecordRow } from "../row.ts";
import { about, ownerOf } from "./notes.ts";

const FIND = statement(
  "notes.find_to_pin",
  "select record_id from notes where company_id = $1 and id = $2 and deleted_at is null for no key update",
);
const PIN = statement(
  "notes.pin",
  `update notes set pinned_at = $3 where company_id = $1 and id = $2 and deleted_at is null and (pinned_at is null) = ($3::timestamptz is not null)
   returning id`,
);

/** Pins a note of the record, or of one that was merged into it, or unpins it. Every member may, as every member may change the record. */
export async function pinNoteOf(
  call: Call<Member>,
  schema: CompanySchema,
  record: RecordRow,
  { note, isPinned }: { note: string; isPinned: boolean },
): Promise<void> {
  const { actor, tx } = call;
  const [found] = await tx.query<{ record_id: string }>(FIND, [actor.companyId, note]);
  const owner = found && (await ownerOf(tx, actor.companyId, record, found.record_id));
  if (!owner) throw notFound("Note");
  if (await setPinned(call, note, isPinned))
    await call.emit(isPinned ? notePinned : noteUnpinned, { subjectId: owner.id, data: about(schema, owner, note) });
}

/** False: the note is gone, or was so already. */
export async function setPinned({ actor, tx, clock }: Call<Member>, note: string, isPinned: boolean): Promise<boolean> {
  return (await tx.query(PIN, [actor.companyId, note, isPinned ? clock.now() : null])).length > 0;
}
