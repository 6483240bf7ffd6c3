import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import type { Tx } from "../../../kernel/database.ts";
import { bytesIn } from "../../../platform/bytes-in.ts";
import { readPage, type Cursors } from "../../../platform/cursors.ts";
import { showId } from "../../../platform/ids.ts";
import { eventsOf } from "../../events/index.ts";
import type { CompanySchema } from "../../types/index.ts";
import { presentActivity } from "../activities/list-activities.ts";
import * as activities from "../activities/store.ts";
import { findNotes, type Note } from "../notes/notes.ts";
import type { RecordRow } from "../row.ts";
import { mentioned, namesOf, showChanges } from "./show-changes.ts";
import * as store from "../store.ts";

interface Page {
  limit: number;
  cursor?: string | undefined;
}

/** A record's timeline from the event log, with the text of its notes and with its activities. */
export async function readTimeline({ actor, tx }: Call<Member>, schema: CompanySchema, cursors: Cursors, record: RecordRow, wanted: Page) {
  const ofType = schema.byId.get(record.type_id);
  const merged = await store.mergedInto(tx, actor.companyId, record.id);
  const ids = [record.id, ...merged.map((row) => row.id)];
  const read = (before: string | undefined, rows: number) => eventsOf(tx, actor.companyId, "rec", ids, before, rows);
  const page = await readPage(
    cursors,
    actor.companyId,
    `timeline\n${record.id}`,
    wanted,
    read,
    (event) => event.id,
    ({ changes }) => bytesIn(changes ?? {}),
  );
  const events = page.items;
  const noteIds = events.flatMap((event) => noteIn(event) ?? []);
  const notes =
    noteIds.length > 0 ? new Map((await findNotes(tx, actor.companyId, noteIds)).map((note) => [note.id, note])) : new Map<string, Note>();
  const happened = await activitiesIn(tx, actor.companyId, ids, events);
  const names = await namesOf(tx, actor.companyId, new Set(events.flatMap((event) => mentioned(ofType, event).map((one) => one.id))));
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
        data: (event.data ?? null) as Record<string, unknown> | null,
        names: Object.fromEntries(mentioned(ofType, event).map(({ id: one, shown }) => [shown, names.get(one) ?? ""])),
        note: notes.get(noteIn(event) ?? "") ?? null,
        activity: happened.get(activityIn(event) ?? "") ?? null,
      };
    }),
    next_cursor: page.next_cursor,
  };
}

/** The activities of these events that are still theirs: somebody may have been taken off the list of those who took part. */
async function activitiesIn(tx: Tx, companyId: string, records: string[], events: { type: string; data: unknown }[]) {
  const ids = events.flatMap((event) => activityIn(event) ?? []);
  const found = ids.length > 0 ? await activities.find(tx, companyId, ids) : [];
  const theirs = found.filter((one) => records.includes(one.record_id) || one.people.some(({ id }) => records.includes(id)));
  return new Map(theirs.map((one) => [one.id, presentActivity(one)]));
}

const SHOWN = new Set(["activity.logged", "activity.joined"]);
const activityIn = ({ type, data }: { type: string; data: unknown }) =>
  SHOWN.has(type) ? (data as { activity: string }).activity : undefined;

/** A note is shown once: where it was written. */
const noteIn = ({ type, data }: { type: string; data: unknown }) => (type === "note.added" ? (data as { note: string }).note : undefined);
