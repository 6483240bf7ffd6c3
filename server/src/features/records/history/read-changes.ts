import { AppError } from "../../../kernel/errors.ts";
import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import type { Tx } from "../../../kernel/database.ts";
import { showId } from "../../../platform/ids.ts";
import { bytesIn } from "../../../platform/bytes-in.ts";
import { fitting, type Cursors } from "../../../platform/cursors.ts";
import {
  LOG_BEGINNING,
  packPosition,
  positionAfter,
  positionAt,
  unpackPosition,
  type LogPosition,
} from "../../../platform/log-reader/position.ts";
import { eventsAfter, type FedEvent } from "../../events/index.ts";
import type { CompanySchema } from "../../types/index.ts";
import { showNamed } from "../present.ts";
import { CHANGE_KINDS } from "../shapes.ts";
import * as store from "../store.ts";
import { mentioned, namesOf, showChanges } from "./show-changes.ts";

const LIST = "records.changes by place";
/** The position that is the end of the feed. A sealed position is far longer. */
const NOW = "now";

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
  const read = (from: LogPosition, most: number) =>
    eventsAfter(tx, actor.companyId, { subjectType: "rec", type, kinds: CHANGE_KINDS }, from, most);
  const sealed = (position: LogPosition) => cursors.seal(actor.companyId, LIST, packPosition(position));
  if (after && /^\d{4}-\d\d/.test(after))
    throw new AppError(
      400,
      "bad_cursor",
      "`after` is the `position` of the answer before, not a time. What changed since a day is in the lists: filter=updated_at>=2026-11-14.",
    );
  if (after === NOW) return { items: [], position: sealed(positionAt((await read(LOG_BEGINNING, 0)).upto)), has_more: false };
  const start = after ? unpackPosition(cursors.open(actor.companyId, LIST, after)) : LOG_BEGINNING;
  const { shown, end, hasMore } = await readPage(read, start, limit);
  return { items: await present(tx, actor.companyId, schema, shown), position: sealed(end), has_more: hasMore };
}

/** Changes as they are sent: their values have the shapes that values of records have. */
async function present(tx: Tx, companyId: string, schema: CompanySchema, events: FedEvent[]) {
  const typeOf = (event: FedEvent) => schema.byKey.get(dataOf(event).type);
  const mentions = new Set(events.flatMap((event) => mentioned(typeOf(event), event).map((one) => one.id)));
  const names = await namesOf(tx, companyId, mentions);
  const versions = await store.versions(tx, companyId, [...new Set(events.map((event) => event.subject_id))]);
  return events.map((event) => {
    const { name, type, into } = dataOf(event);
    return {
      id: showId("evt", event.id),
      at: event.at,
      kind: event.type,
      record: { id: event.subject_id, type, title: name },
      merged_into: into ?? null,
      version: versions.get(event.subject_id) ?? null,
      actor: event.actor_user,
      key: event.actor_key,
      operation_id: event.operation_id,
      changes: showChanges(typeOf(event), event, (field, value) => showNamed(schema, field, value, names)),
    };
  });
}

const dataOf = ({ data }: FedEvent) => data as { name: string; type: string; into?: string };

type Read = (from: LogPosition, most: number) => ReturnType<typeof eventsAfter>;

async function readPage(read: Read, start: LogPosition, limit: number) {
  const first = await read(start, limit + 1);
  if (sizeOf(first.events, limit) < first.events.length || start.upto === null) return pageOf(start, first, limit);
  // A window that an earlier page began ends in the past: fill the rest of this page with newer events.
  const next = positionAt(start.upto);
  const space = limit - first.events.length;
  const since = pageOf(next, await read(next, space + 1), space);
  return { ...since, shown: [...first.events, ...since.shown] };
}

/** How many of these events a page holds. */
const sizeOf = (events: FedEvent[], limit: number) =>
  Math.min(
    limit,
    fitting(events, ({ changes }) => bytesIn(changes ?? {})),
  );

function pageOf(start: LogPosition, { events, upto }: Awaited<ReturnType<Read>>, limit: number) {
  const size = sizeOf(events, limit);
  const hasMore = events.length > size;
  const shown = events.slice(0, size);
  // An empty page does not move the position, even if it is empty because the limit was reached.
  return { shown, hasMore, end: shown.length === 0 ? start : positionAfter(start, upto, hasMore ? shown.at(-1) : undefined) };
}
