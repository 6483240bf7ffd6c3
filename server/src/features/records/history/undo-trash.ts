import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import type { ListedEvent } from "../../events/index.ts";
import { recordDeleted, recordMerged, recordRestored } from "../events.ts";
import type { CompanySchema } from "../../types/index.ts";
import type { RecordRow } from "../row.ts";
import * as store from "../store.ts";
import { recountActivity, recountAround } from "../activity.ts";

type Rows = Map<string, RecordRow>;

/** The part of an event's data that undo reads: `into` of a merge, `unmerged_from` of an undone merge. */
export const dataOf = (event: ListedEvent) => event.data as { type: string; into?: string; unmerged_from?: string };

/** Undoes a deletion or a merge: takes the records out of the trash. */
export async function bringBack(call: Call<Member>, schema: CompanySchema, events: ListedEvent[], rows: Rows): Promise<void> {
  if (events.length === 0) return;
  await markEach(call, schema, events, rows, null);
  await call.emitAll(
    recordRestored,
    events.map((event) => {
      const { into } = dataOf(event);
      return { subjectId: event.subject_id, data: { ...namedIn(event), ...(into ? { unmerged_from: into } : {}) } };
    }),
  );
}

/** Undoes a creation or a restore: moves the records to the trash. An undone merge is merged again. */
export async function putAway(call: Call<Member>, schema: CompanySchema, events: ListedEvent[], rows: Rows): Promise<void> {
  if (events.length === 0) return;
  await markEach(call, schema, events, rows, call.clock.now());
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

async function markEach(
  call: Call<Member>,
  schema: CompanySchema,
  events: ListedEvent[],
  rows: Rows,
  deletedAt: Date | null,
): Promise<void> {
  const now = call.clock.now();
  const changed = events.flatMap((event) => {
    const row = rows.get(event.subject_id);
    const merged_into = deletedAt ? (dataOf(event).unmerged_from ?? null) : null;
    return row ? { ...row, version: row.version + 1, updated_at: now, deleted_at: deletedAt, merged_into } : [];
  });
  await store.mark(call.tx, call.actor.companyId, changed);
  await recountAround(call, schema, changed);
  // Notes of a record that was merged are its own again, or the other one's.
  const others = events.flatMap((event) => [event.subject_id, dataOf(event).into ?? dataOf(event).unmerged_from ?? []].flat());
  if (others.length > events.length) await recountActivity(call, schema, [...new Set(others)]);
}
