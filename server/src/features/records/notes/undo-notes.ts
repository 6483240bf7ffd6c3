import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import type { Changes } from "../../../kernel/event.ts";
import type { ListedEvent } from "../../events/index.ts";
import { memberId } from "../../members/operations.ts";
import type { CompanySchema } from "../../types/index.ts";
import { recountActivity } from "../activity.ts";
import { notePinned, noteRemoved, noteUnpinned, noteUpdated } from "../events.ts";
import type { NoteFormat } from "../inputs.ts";
import { changesOf, rewriteNote } from "./edit-note.ts";
import { mentionsOf } from "./mentions.ts";
import { findNotes, removeNotes, type Written } from "./notes.ts";
import { setPinned } from "./pin-note.ts";

type Keep = (event: ListedEvent, reason: string) => void;

/** Whom the event told of a mention is left out: what is undone tells nobody. */
function dataOf(event: ListedEvent) {
  const { name, type, note } = event.data as { name: string; type: string; note: string };
  return { name, type, note };
}

/** Removes the notes that these events added, even if they were edited since. */
export async function undoNotes(call: Call<Member>, schema: CompanySchema, events: ListedEvent[], keep: Keep): Promise<void> {
  if (events.length === 0) return;
  const ids = events.map((event) => dataOf(event).note);
  const removed = await removeNotes(call.tx, call.actor.companyId, ids, call.clock.now());
  for (const event of events) if (!removed.has(dataOf(event).note)) keep(event, "no longer has that note");
  const gone = events.filter((event) => removed.has(dataOf(event).note));
  await recountActivity(call, schema, [...new Set(gone.map((event) => event.subject_id))]);
  await call.emitAll(
    noteRemoved,
    gone.map((event) => ({ subjectId: event.subject_id, data: dataOf(event) })),
  );
}

/** Restores what these events replaced of notes, unless it was replaced again since. */
export async function undoNoteEdits(call: Call<Member>, events: ListedEvent[], keep: Keep): Promise<void> {
  if (events.length === 0) return;
  const ids = events.map((event) => dataOf(event).note);
  const notes = new Map((await findNotes(call.tx, call.actor.companyId, ids)).map((note) => [note.id, note]));
  for (const event of events) {
    const data = dataOf(event);
    const now = notes.get(data.note);
    const before = now && (await beforeEdit(call, now, event.changes ?? {}));
    if (before && (await rewriteNote(call, data.note, now, before)))
      await call.emit(noteUpdated, { subjectId: event.subject_id, data, changes: changesOf(now, before) });
    else keep(event, "has that note no longer, or it was edited again since");
  }
}

/** Unpins what these events pinned, and pins what they unpinned. */
export async function undoPins(call: Call<Member>, events: ListedEvent[], keep: Keep): Promise<void> {
  for (const event of events) {
    const [isPinned, announced] = event.type === notePinned.type ? ([false, noteUnpinned] as const) : ([true, notePinned] as const);
    const data = dataOf(event);
    if (await setPinned(call, data.note, isPinned)) await call.emit(announced, { subjectId: event.subject_id, data });
    else keep(event, `has that note no longer, or it was ${isPinned ? "pinned" : "unpinned"} since`);
  }
}

/** The note as it was. Undefined: it is not as the edit left it. */
async function beforeEdit(call: Call<Member>, now: Written, { text, format, mentions }: Changes): Promise<Written | undefined> {
  if ((text && text[1] !== now.text) || (format && format[1] !== now.format)) return undefined;
  const before = { text: (text?.[0] as string) ?? now.text, format: (format?.[0] as NoteFormat) ?? now.format };
  const ids = mentions ? (mentions[0] as string[]).map((id) => memberId.decode(id)) : now.mentions.map(({ id }) => id);
  // Nobody is refused: they were mentioned, whatever has become of them.
  const known = ids.map((id) => now.mentions.find((one) => one.id === id) ?? { id, written: null });
  return { ...before, mentions: await mentionsOf(call, before.text, ids, known) };
}
