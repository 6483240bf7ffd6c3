import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { statement } from "../../../kernel/database.ts";
import { forbidden, notFound } from "../../../kernel/errors.ts";
import type { Changes } from "../../../kernel/event.ts";
import { memberId } from "../../members/operations.ts";
import type { CompanySchema } from "../../types/index.ts";
import { noteUpdated } from "../events.ts";
import type { NoteFormat } from "../inputs.ts";
import type { RecordRow } from "../row.ts";
import { isSamePeople, mentionsOf } from "./mentions.ts";
import { about, ownerOf, type Written } from "./notes.ts";

const LOCK = statement(
  "notes.lock",
  "select record_id, author_id, text, format, mentions from notes where company_id = $1 and id = $2 and deleted_at is null for update",
);
const REWRITE = statement(
  "notes.rewrite",
  `update notes set text = $4, format = $6, mentions = $7, edited_at = $8
   where company_id = $1 and id = $2 and text = $3 and format = $5 and deleted_at is null returning id`,
);

/** What is left out stays. */
interface Edit {
  text: string;
  format?: NoteFormat | undefined;
  mentions?: string[] | undefined;
}

/** Edits a note of the record, or of one that was merged into it. Only its author and Admins may. */
export async function updateNoteOf(call: Call<Member>, schema: CompanySchema, record: RecordRow, id: string, given: Edit): Promise<void> {
  const { actor, tx } = call;
  const [note] = await tx.query<Written & { record_id: string; author_id: string | null }>(LOCK, [actor.companyId, id]);
  const owner = note && (await ownerOf(tx, actor.companyId, record, note.record_id));
  if (!note || !owner) throw notFound("Note");
  if (note.author_id !== actor.userId && actor.role !== "admin")
    throw forbidden("not_yours", "Only the author of a note or an Admin can edit it. Write a note of your own instead.");
  const mentioned = given.mentions ?? note.mentions.map((one) => one.id);
  const next = {
    text: given.text,
    format: given.format ?? note.format,
    mentions: await mentionsOf(call, given.text, mentioned, note.mentions),
  };
  const changes = changesOf(note, next);
  if (Object.keys(changes).length === 0) return;
  await rewriteNote(call, id, note, next);
  // Whoever was mentioned before was told then.
  const mentions = next.mentions.map((one) => one.id).filter((one) => !note.mentions.some((before) => before.id === one));
  await call.emit(noteUpdated, { subjectId: owner.id, data: { ...about(schema, owner, id), mentions }, changes });
}

/** Before and after, of what became another. */
export function changesOf(from: Written, to: Written): Changes {
  const people = ({ mentions }: Written) => mentions.map(({ id }) => memberId.encode(id));
  return {
    ...(from.text === to.text ? {} : { text: [from.text, to.text] }),
    ...(from.format === to.format ? {} : { format: [from.format, to.format] }),
    ...(isSamePeople(from.mentions, to.mentions) ? {} : { mentions: [people(from), people(to)] }),
  };
}

/** Replaces one text by another. False: the note was removed, or has another text by now. */
export async function rewriteNote({ actor, tx, clock }: Call<Member>, id: string, from: Written, to: Written): Promise<boolean> {
  const values = [actor.companyId, id, from.text, to.text, from.format, to.format, JSON.stringify(to.mentions), clock.now()];
  return (await tx.query(REWRITE, values)).length > 0;
}
