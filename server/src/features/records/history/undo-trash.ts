import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import type { ListedEvent } from "../../events/index.ts";
import { recordDeleted, recordMerged, recordRestored } from "../events.ts";
import type { RecordRow } from "../row.ts";
import * as store from "../store.ts";

type Rows = Map<string, RecordRow>;

/** What undo reads of an event's data: `into` of a merge, `unmerged_from` of a merge that was undone. */
export const dataOf = (event: ListedEvent) => event.data as { type: string; into?: string; unmerged_from?: string };

/** A deletion or a merge is undone by coming back from the trash. */
export async function bringBack(call: Call<Member>, events: ListedEvent[], rows: Rows): Promise<void> {
  if (events.length === 0) return;
  await markEach(call, events, rows, null);
  await call.emitAll(
    recordRestored,
    events.map((event) => {
      const { into } = dataOf(event);
      return { subjectId: event.subject_id, data: { ...namedIn(event), ...(into ? { unmerged_from: into } : {}) } };
    }),
  );
}

/** A creation or a restoration is undone by the trash; a merge that was taken apart is made again. */
export async function putAway(call: Call<Member>, events: ListedEvent[], rows: Rows): Promise<void> {
  if (events.length === 0) return;
  await markEach(call, events, rows, call.clock.now());
  const deleted = events.filter((event) => !dataOf(event).unmerged_from);
  await call.emitAll(
    recordDeleted,
    deleted.map((event) => ({ subjectId: event.subject_id, data: namedIn(event) })),
  );
  for (const event of events) {
    const { unmerged_from: into } = dataOf(event);
    if (into) await call.emit(recordMerged, { subjectId: event.subject_id, data: { ...namedIn(event), into } });
  }
}

const namedIn = (event: ListedEvent) => ({ name: event.subject_name ?? "", type: dataOf(event).type });

async function markEach(call: Call<Member>, events: ListedEvent[], rows: Rows, deletedAt: Date | null): Promise<void> {
  const now = call.clock.now();
  const changed = events.flatMap((event) => {
    const row = rows.get(event.subject_id);
    const merged_into = deletedAt ? (dataOf(event).unmerged_from ?? null) : null;
    return row ? { ...row, version: row.version + 1, updated_at: now, deleted_at: deletedAt, merged_into } : [];
  });
  await store.mark(call.tx, call.actor.companyId, changed);
}
