import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { showId } from "../../platform/ids.ts";
import { activityJoined } from "../records/events.ts";
import { firstOfOperation, latestEvents, type ListedEvent } from "../events/index.ts";

const READ_AT_ONCE = 200;
/** How many long operations, such as imports, are skipped. After more of them the list may be short. */
const MAX_READS = 4;

/** The latest changes of records. What one operation did to records of one type is one line, with its newest event. */
export async function countActivity(call: Call<Member>, limit: number) {
  const lines = new Map<string, { event: ListedEvent; count: number }>();
  let before: string | undefined;
  for (let reads = 0; reads < MAX_READS && lines.size <= limit; reads++) {
    const events = await latestEvents(call.tx, call.actor.companyId, "rec", before, READ_AT_ONCE);
    for (const event of events) {
      // A call is one line, however many contacts took part.
      if (event.type === activityJoined.type) continue;
      const kind = [event.operation_id, event.type, (event.data as { type?: string } | null)?.type].join(" ");
      lines.set(kind, { event: lines.get(kind)?.event ?? event, count: (lines.get(kind)?.count ?? 0) + 1 });
    }
    if (events.length < READ_AT_ONCE) break;
    before = await placeToGoOn(call, events);
  }
  const events = [...lines.values()]
    .slice(0, limit)
    .map(({ event: { subject_type: type, subject_id: id, subject_name: name, ...event }, count }) => ({
      ...event,
      subject: { type, id: showId(type, id), name },
      count,
    }));
  return { shape: "events" as const, events };
}

/** After the last event read. If all were of one operation, such as an import, after all its events. */
async function placeToGoOn({ tx, actor }: Call<Member>, events: ListedEvent[]): Promise<string | undefined> {
  const [first] = events;
  const isOneOperation = first !== undefined && events.every((event) => event.operation_id === first.operation_id);
  return (isOneOperation ? await firstOfOperation(tx, actor.companyId, first.operation_id) : undefined) ?? events.at(-1)?.id;
}
