import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { showId } from "../../../platform/ids.ts";
import type { Cursors } from "../../../platform/cursors.ts";
import {
  LOG_BEGINNING,
  packPosition,
  positionAfter,
  positionAt,
  unpackPosition,
  type LogPosition,
} from "../../../platform/log-reader/position.ts";
import { eventsAfter } from "../../events/index.ts";
import type { CompanySchema } from "../../types/index.ts";
import { showChanges } from "./show-changes.ts";

const LIST = "records.changes by place";

interface Wanted {
  after?: string | undefined;
  type?: string | undefined;
  limit: number;
}

/**
 * The change feed: all events of records, those of one record in order. It is read in windows: what one snapshot of the database
 * sees and the last one did not. So a transaction that commits late is neither missed nor waited for.
 */
export async function readChanges({ actor, tx }: Call<Member>, schema: CompanySchema, cursors: Cursors, { after, type, limit }: Wanted) {
  const start = after ? unpackPosition(cursors.open(actor.companyId, LIST, after)) : LOG_BEGINNING;
  const read = (from: LogPosition, most: number) => eventsAfter(tx, actor.companyId, "rec", type, from, most);
  const { shown, end, hasMore } = await readPage(read, start, limit);
  return {
    items: shown.map((event) => {
      const { name, type: typeKey } = event.data as { name: string; type: string };
      return {
        id: showId("evt", event.id),
        at: event.at,
        kind: event.type,
        record: { id: event.subject_id, type: typeKey, title: name },
        actor: event.actor_user,
        key: event.actor_key,
        operation_id: event.operation_id,
        changes: showChanges(schema.byKey.get(typeKey), event),
      };
    }),
    position: cursors.seal(actor.companyId, LIST, packPosition(end)),
    has_more: hasMore,
  };
}

type Read = (from: LogPosition, most: number) => ReturnType<typeof eventsAfter>;

async function readPage(read: Read, start: LogPosition, limit: number) {
  const first = await read(start, limit + 1);
  if (first.events.length > limit || start.upto === null) return pageOf(start, first, limit);
  // A window that an earlier page began ends in the past: fill the rest of this page with newer events.
  const next = positionAt(start.upto);
  const space = limit - first.events.length;
  const since = pageOf(next, await read(next, space + 1), space);
  return { ...since, shown: [...first.events, ...since.shown] };
}

function pageOf(start: LogPosition, { events, upto }: Awaited<ReturnType<Read>>, limit: number) {
  const hasMore = events.length > limit;
  const shown = events.slice(0, limit);
  // An empty page does not move the position, even if it is empty because the limit was reached.
  return { shown, hasMore, end: shown.length === 0 ? start : positionAfter(start, upto, hasMore ? shown.at(-1) : undefined) };
}
