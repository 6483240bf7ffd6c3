import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { statement, type Tx } from "../../../kernel/database.ts";
import { forbidden, notFound } from "../../../kernel/errors.ts";
import type { Changes } from "../../../kernel/event.ts";
import { newId } from "../../../platform/random.ts";
import type { CompanySchema } from "../../types/index.ts";
import { noteAdded, noteUpdated } from "../events.ts";
import type { NoteFormat } from "../inputs.ts";
import type { RecordRow } from "../row.ts";
import * as store from "../store.ts";
import { noteActivity } from "../activity.ts";

const INSERT = statement(
  "notes.insert",
  "insert into notes (company_id, id, record_id, author_id, text, format, created_at) values ($1, $2, $3, $4, $5, $6, $7)",
);
const FIND = statement(
  "notes.find",
  "select id, text, format, edited_at from notes where company_id = $1 and id = any($2::uuid[]) and deleted_at is null",
);
const REWRITE = statement(
  "notes.rewrite",
  `update notes set text = $4, format = $6, edited_at = $7
   where company_id = $1 and id = $2 and text = $3 and format = $5 and deleted_at is null returning id`,
);

/** What is written down of a note. */
export interface Written {
  text: string;
  format: NoteFormat;
}

export interface Note extends Written {
  id: string;
  edited_at: Date | null;
}

/** Writes a note on a record, with its event. */
export async function addNoteTo(call: Call<Member>, schema: CompanySchema, record: RecordRow, { text, format }: Written): Promise<string> {
  const { actor, tx, clock } = call;
  const id = newId();
  await tx.query(INSERT, [actor.companyId, id, record.id, actor.userId, text, format, clock.now()]);
  await noteActivity(tx, actor.companyId, [{ id: record.id, at: clock.now() }]);
  await call.emit(noteAdded, { subjectId: record.id, data: about(schema, record, id) });
  return id;
}

/** Edits a note of the record, or of one that was merged into it. Only its author and Admins may. */
export async function updateNoteOf(call: Call<Member>, schema: CompanySchema, record: RecordRow, id: string, given: Edit): Promise<void> {
  const { actor, tx } = call;
  const [note] = await tx.query<Written & { record_id: string; author_id: string | null }>(
    "select record_id, author_id, text, format from notes where company_id = $1 and id = $2 and deleted_at is null for update",
    [actor.companyId, id],
  );
  const owner = note && (await ownerOf(tx, actor.companyId, record, note.record_id));
  if (!note || !owner) throw notFound("Note");
  if (note.author_id !== actor.userId && actor.role !== "admin")
    throw forbidden("not_yours", "Only the author of a note or an Admin can edit it. Write a note of your own instead.");
  const next = { text: given.text, format: given.format ?? note.format };
  const changes = changesOf(note, next);
  if (Object.keys(changes).length === 0) return;
  await rewriteNote(call, id, note, next);
  await call.emit(noteUpdated, { subjectId: owner.id, data: about(schema, owner, id), changes });
}

/** What is left out stays. */
interface Edit {
  text: string;
  format?: NoteFormat | undefined;
}

/** Before and after, of what became another. */
export function changesOf(from: Written, to: Written): Changes {
  return {
    ...(from.text === to.text ? {} : { text: [from.text, to.text] }),
    ...(from.format === to.format ? {} : { format: [from.format, to.format] }),
  };
}

/** The record that a note or an activity was written on: the given one, or one that was merged into it. */
export async function ownerOf(tx: Tx, companyId: string, record: RecordRow, id: string): Promise<RecordRow | undefined> {
  if (id === record.id) return record;
  const merged = await store.mergedInto(tx, companyId, record.id);
  return merged.some((one) => one.id === id) ? (await store.find(tx, companyId, [id]))[0] : undefined;
}

/** Replaces one text by another. False: the note was removed, or has another text by now. */
export async function rewriteNote({ actor, tx, clock }: Call<Member>, id: string, from: Written, to: Written): Promise<boolean> {
  return (await tx.query(REWRITE, [actor.companyId, id, from.text, to.text, from.format, to.format, clock.now()])).length > 0;
}

const about = (schema: CompanySchema, record: RecordRow, note: string) => ({
  name: record.title,
  type: schema.byId.get(record.type_id)?.key ?? "",
  note,
});

export const findNotes = (tx: Tx, companyId: string, ids: string[]) => tx.query<Note>(FIND, [companyId, ids]);

/** Removes notes. Returns the ids that existed. */
export async function removeNotes(tx: Tx, companyId: string, ids: string[], now: Date): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    "update notes set deleted_at = $3 where company_id = $1 and id = any($2::uuid[]) and deleted_at is null returning id",
    [companyId, ids, now],
  );
  return new Set(rows.map((row) => row.id));
}
