import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { statement, type Tx } from "../../kernel/database.ts";
import { newId } from "../../kernel/random.ts";
import type { CompanySchema } from "../types/index.ts";
import { noteAdded } from "./events.ts";
import type { RecordRow } from "./row.ts";

const INSERT = statement(
  "notes.insert",
  "insert into notes (company_id, id, record_id, author_id, text, created_at) values ($1, $2, $3, $4, $5, $6)",
);
const FIND = statement("notes.find", "select id, text from notes where company_id = $1 and id = any($2::uuid[]) and deleted_at is null");

/** Writes a note on a record, with its event. */
export async function addNoteTo(call: Call<Member>, schema: CompanySchema, record: RecordRow, text: string): Promise<string> {
  const { actor, tx, clock } = call;
  const id = newId();
  await tx.query(INSERT, [actor.companyId, id, record.id, actor.userId, text, clock.now()]);
  await call.emit(noteAdded, {
    subjectId: record.id,
    data: { name: record.title, type: schema.byId.get(record.type_id)?.key ?? "", note: id },
  });
  return id;
}

export const findNotes = (tx: Tx, companyId: string, ids: string[]) => tx.query<{ id: string; text: string }>(FIND, [companyId, ids]);

/** Takes notes away. Answers which of them were there. */
export async function removeNotes(tx: Tx, companyId: string, ids: string[], now: Date): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    "update notes set deleted_at = $3 where company_id = $1 and id = any($2::uuid[]) and deleted_at is null returning id",
    [companyId, ids, now],
  );
  return new Set(rows.map((row) => row.id));
}
