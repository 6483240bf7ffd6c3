import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import type { Changes } from "../../../kernel/event.ts";
import type { ListedEvent } from "../../events/index.ts";
import { noteRemoved, noteUpdated } from "../events.ts";
import type { CompanySchema } from "../../types/index.ts";
import { recountActivity } from "../activity.ts";
import { changesOf, findNotes, removeNotes, rewriteNote, type Written } from "./notes.ts";

type Keep = (event: ListedEvent, reason: string) => void;

const dataOf = (event: ListedEvent) => event.data as { name: string; type: string; note: string };

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

/** Restores the text and format that these events replaced, unless they were replaced again since. */
export async function undoNoteEdits(call: Call<Member>, events: ListedEvent[], keep: Keep): Promise<void> {
  if (events.length === 0) return;
  const ids = events.map((event) => dataOf(event).note);
  const notes = new Map((await findNotes(call.tx, call.actor.companyId, ids)).map((note) => [note.id, note]));
  for (const event of events) {
    const data = dataOf(event);
    const now = notes.get(data.note);
    const before = now && beforeEdit(now, event.changes ?? {});
    if (before && (await rewriteNote(call, data.note, now, before)))
      await call.emit(noteUpdated, { subjectId: event.subject_id, data, changes: changesOf(now, before) });
    else keep(event, "has that note no longer, or it was edited again since");
  }
}

/** The note as it was. Undefined: it is not as the edit left it. */
function beforeEdit({ text, format }: Written, changes: Changes): Written | undefined {
  const now = { text, format };
  const edited = Object.entries(changes) as [keyof Written, [from: unknown, to: unknown]][];
  if (edited.some(([key, [, to]]) => now[key] !== to)) return undefined;
  return { ...now, ...Object.fromEntries(edited.map(([key, [from]]) => [key, from])) };
}
