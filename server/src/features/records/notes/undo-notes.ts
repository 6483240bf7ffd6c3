import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import type { ListedEvent } from "../../events/index.ts";
import { noteRemoved, noteUpdated } from "../events.ts";
import type { CompanySchema } from "../../types/index.ts";
import { recountActivity } from "../activity.ts";
import { removeNotes, rewriteNote } from "./notes.ts";

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

/** Restores the text that these events replaced, unless it was replaced again since. */
export async function undoNoteEdits(call: Call<Member>, events: ListedEvent[], keep: Keep): Promise<void> {
  for (const event of events) {
    const [from, to] = (event.changes?.["text"] ?? []) as [string, string];
    const data = dataOf(event);
    if (await rewriteNote(call, data.note, to, from))
      await call.emit(noteUpdated, { subjectId: event.subject_id, data, changes: { text: [to, from] } });
    else keep(event, "has that note no longer, or it was edited again since");
  }
}
