import { statement, type Tx } from "../../../kernel/database.ts";
import type { Message } from "./batch.ts";

/** Bodies by the id of their event. */
export type KeptBodies = Record<string, string>;

// What a worker that died has left is used up by the next batches. More than this is of events that are no longer wanted.
const MAX_LEFT = 500;

// The first and last id leave out the partitions of other days: a list of ids does not.
const KEEP = statement(
  "webhooks.keep_bodies",
  `with kept as (
     insert into webhook_bodies as b (company_id, webhook_id, bodies) values ($1, $2, $3::jsonb)
     on conflict (company_id, webhook_id) do update set bodies = case when $5 then excluded.bodies else b.bodies || excluded.bodies end
   )
   select event_id from webhook_deliveries where company_id = $1 and webhook_id = $2 and event_id = any($4::uuid[]) and event_id between $6 and $7`,
);

/**
 * Keeps what is about to be sent, so that it stays the same bytes if another worker has to send it again. Answers the messages without
 * those that have a row already, because a replay queued them: they are sent from there.
 */
export async function keepBodies(tx: Tx, companyId: string, id: string, messages: Message[], left: KeptBodies): Promise<Message[]> {
  const bodies = Object.fromEntries(messages.map(({ eventId, body }) => [eventId, body]));
  const isTooMuch = Object.keys(left).length > MAX_LEFT;
  const ids = messages.map(({ eventId }) => eventId).sort();
  const values = [companyId, id, JSON.stringify(bodies), ids, isTooMuch, ids[0], ids.at(-1)];
  const rows = await tx.query<{ event_id: string }>(KEEP, values);
  const queued = new Set(rows.map((row) => row.event_id));
  return messages.filter(({ eventId }) => !queued.has(eventId));
}

/** A part of the statement that writes them down. */
export const FORGET_BODIES = (eventIds: string) =>
  `update webhook_bodies set bodies = bodies - ${eventIds}::text[] where company_id = $1 and webhook_id = $2 and ${eventIds} <> '{}'`;
