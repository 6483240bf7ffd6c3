import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { statement, type Tx } from "../../../kernel/database.ts";
import { newId } from "../../../platform/random.ts";
import type { CompanySchema } from "../../types/index.ts";
import { noteActivity } from "../activity.ts";
import { noteAdded } from "../events.ts";
import type { NoteFormat } from "../inputs.ts";
import type { RecordRow } from "../row.ts";
import * as store from "../store.ts";
import { mentionsByName, mentionsOf, type Mention } from "./mentions.ts";

const INSERT = statement(
  "notes.insert",
  "insert into notes (company_id, id, record_id, author_id, text, format, mentions, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)",
);
/** Of `notes n`, as a note is shown. */
export const NOTE_COLUMNS = `n.id, n.text, n.format, n.edited_at, n.pinned_at is not null as is_pinned,
     (select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'written', m.written) order by u.name, u.id), '[]')
      from jsonb_to_recordset(n.mentions) as m (id uuid, written text) join users u on u.company_id = $1 and u.id = m.id) as mentions`;
const FIND = statement(
  "notes.find",
  `select ${NOTE_COLUMNS}
   from notes n where n.company_id = $1 and n.id = any($2::uuid[]) and n.deleted_at is null`,
);

/** What is written down of a note. */
export interface Written {
  text: string;
  format: NoteFormat;
  mentions: Mention[];
}

export interface Note extends Written {
  id: string;
  edited_at: Date | null;
  is_pinned: boolean;
  /** With the names that they have now. */
  mentions: (Mention & { name: string })[];
}

interface Given {
  text: string;
  format: NoteFormat;
  /** Left out: whom the text names. */
  mentions?: string[] | undefined;
}

/** Writes a note on a record, with its event. */
export async function addNoteTo(call: Call<Member>, schema: CompanySchema, record: RecordRow, given: Given): Promise<string> {
  const { actor, tx, clock } = call;
  const { text, format } = given;
  const id = newId();
  const mentions = given.mentions ? await mentionsOf(call, text, given.mentions) : await mentionsByName(call, text);
  await tx.query(INSERT, [actor.companyId, id, record.id, actor.userId, text, format, JSON.stringify(mentions), clock.now()]);
  await noteActivity(tx, actor.companyId, [{ id: record.id, at: clock.now() }]);
  const data = { ...about(schema, record, id), mentions: mentions.map((one) => one.id) };
  await call.emit(noteAdded, { subjectId: record.id, data });
  return id;
}

/** What an event says about a note. */
export const about = (schema: CompanySchema, record: RecordRow, note: string) => ({
  name: record.title,
  type: schema.byId.get(record.type_id)?.key ?? "",
  note,
});

/** The record that a note or an activity was written on: the given one, or one that was merged into it. */
export async function ownerOf(tx: Tx, companyId: string, record: RecordRow, id: string): Promise<RecordRow | undefined> {
  if (id === record.id) return record;
  const merged = await store.mergedInto(tx, companyId, record.id);
  return merged.some((one) => one.id === id) ? (await store.find(tx, companyId, [id]))[0] : undefined;
}

export const findNotes = (tx: Tx, companyId: string, ids: string[]) => tx.query<Note>(FIND, [companyId, ids]);

/** Removes notes. Returns the ids that existed. */
export async function removeNotes(tx: Tx, companyId: string, ids: string[], now: Date): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    "update notes set deleted_at = $3 where company_id = $1 and id = any($2::uuid[]) and deleted_at is null returning id",
    [companyId, ids, now],
  );
  return new Set(rows.map((row) => row.id));
}
