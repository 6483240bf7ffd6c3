import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import type { Tx } from "../../../kernel/database.ts";
import type { Changes } from "../../../kernel/event.ts";
import { readPage, type Cursors } from "../../../platform/cursors.ts";
import { showId } from "../../../platform/ids.ts";
import { eventsOf } from "../../events/index.ts";
import type { CompanySchema, TypeDefinition } from "../../types/index.ts";
import { findNotes, type Note } from "../notes/notes.ts";
import type { RecordRow } from "../row.ts";
import { mentioned, showChanges } from "./show-changes.ts";
import * as store from "../store.ts";

interface Page {
  limit: number;
  cursor?: string | undefined;
}

/** A record's timeline from the event log, with the text of its notes. */
export async function readTimeline({ actor, tx }: Call<Member>, schema: CompanySchema, cursors: Cursors, record: RecordRow, wanted: Page) {
  const ofType = schema.byId.get(record.type_id);
  const merged = await store.mergedInto(tx, actor.companyId, record.id);
  const ids = [record.id, ...merged.map((row) => row.id)];
  const read = (before: string | undefined, rows: number) => eventsOf(tx, actor.companyId, "rec", ids, before, rows);
  const page = await readPage(cursors, actor.companyId, `timeline\n${record.id}`, wanted, read, (event) => event.id);
  const events = page.items;
  const noteIds = events.flatMap((event) => noteIn(event) ?? []);
  const notes =
    noteIds.length > 0 ? new Map((await findNotes(tx, actor.companyId, noteIds)).map((note) => [note.id, note])) : new Map<string, Note>();
  const names = await namesIn(tx, actor.companyId, ofType, events);
  return {
    items: events.map((event) => {
      const { id, at, type, actor: who, key, via, operation_id } = event;
      return {
        id: showId("evt", id),
        at,
        kind: type,
        actor: who,
        key,
        via,
        operation_id,
        changes: showChanges(ofType, event),
        names: Object.fromEntries(mentioned(ofType, event).map(({ id: one, shown }) => [shown, names.get(one) ?? ""])),
        note: notes.get(noteIn(event) ?? "") ?? null,
      };
    }),
    next_cursor: page.next_cursor,
  };
}

/** A note is shown once: where it was written. */
const noteIn = ({ type, data }: { type: string; data: unknown }) => (type === "note.added" ? (data as { note: string }).note : undefined);

/** The current names of the people and related records in these changes. */
async function namesIn(tx: Tx, companyId: string, type: TypeDefinition | undefined, events: { type: string; changes: Changes | null }[]) {
  const ids = new Set(events.flatMap((event) => mentioned(type, event).map((one) => one.id)));
  if (ids.size === 0) return new Map<string, string>();
  const [people, records] = await Promise.all([store.people(tx, companyId), store.titles(tx, companyId, [...ids])]);
  return new Map([...people.map((one) => [one.id, one.name] as const), ...records.map((one) => [one.id, one.title] as const)]);
}
