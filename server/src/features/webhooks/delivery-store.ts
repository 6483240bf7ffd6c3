import { statement, type Tx } from "../../kernel/database.ts";
import { firstIdAt } from "../../platform/log-reader/news.ts";
import type { DeliveryState } from "./store.ts";

/** One attempt as it is stored. */
export interface AttemptRow {
  at: string;
  ms: number;
  status: number | null;
  error: string | null;
  answer: string | null;
}

export interface DeliveryRow {
  webhook: { id: string; name: string };
  event: string;
  type: string;
  at: Date;
  subject_type: string;
  subject_id: string;
  subject_name: string | null;
  state: DeliveryState;
  attempt_count: number;
  next_at: Date | null;
  is_overtaken: boolean;
  is_test: boolean;
  last_attempt: AttemptRow | null;
}

// Nothing is sent before an endpoint has rested, nor while its webhook is paused or off.
const COLUMNS = `json_build_object('id', w.id, 'name', w.name) as webhook, d.event_id as event, d.type, d.at, d.subject_type, d.subject_id, d.subject_name,
  d.state, d.attempt_count, case when d.next_at is not null and c.state not in ('paused', 'off') then greatest(d.next_at, c.rest_until) end as next_at,
  d.is_overtaken, d.is_test`;
const CURSOR = "join webhook_cursors c on c.company_id = w.company_id and c.webhook_id = w.id";

interface Wanted {
  /** Besides tests; null: every type. */
  types: string[] | null;
  webhook?: string | undefined;
  state?: DeliveryState | "open" | undefined;
  event_type?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
}

/** Newest first. Each webhook is read by itself, through its key, and the newest of all of them are taken. */
export const list = (tx: Tx, companyId: string, wanted: Wanted, before: string | undefined, rows: number) =>
  tx.query<DeliveryRow>(
    `select newest.* from webhooks w ${CURSOR} cross join lateral (
       select ${COLUMNS}, d.attempts -> -1 as last_attempt from webhook_deliveries d
       where d.company_id = $1 and d.webhook_id = w.id and ($3::text is null or d.type = $3)
         and ($4::text is null or (d.state <> 'delivered' and ($4 = 'open' or d.state = $4)) or ($4 = 'delivered' and d.state = 'delivered'))
         and ($5::uuid is null or d.event_id >= $5) and ($6::uuid is null or d.event_id < $6)
         and ($7::uuid is null or (d.event_id, w.id) < ($7, $8::uuid)) and ($10::text[] is null or d.is_test or d.type = any($10))
       order by d.event_id desc limit $9
     ) as newest
     where w.company_id = $1 and ($2::uuid is null or w.id = $2)
     order by newest.event desc, w.id desc limit $9`,
    [
      companyId,
      wanted.webhook ?? null,
      wanted.event_type ?? null,
      wanted.state ?? null,
      wanted.since ? firstIdAt(wanted.since) : null,
      wanted.until ? firstIdAt(wanted.until) : null,
      ...(before?.split(" ") ?? [null, null]),
      rows,
      wanted.types,
    ],
  );

export interface WholeDeliveryRow extends Omit<DeliveryRow, "last_attempt"> {
  url: string;
  body: Buffer;
  attempts: AttemptRow[];
}

export async function find(tx: Tx, companyId: string, webhookId: string, eventId: string): Promise<WholeDeliveryRow | undefined> {
  const [row] = await tx.query<WholeDeliveryRow>(
    `select ${COLUMNS}, w.url, d.body, d.attempts from webhook_deliveries d
     join webhooks w on w.company_id = d.company_id and w.id = d.webhook_id ${CURSOR}
     where d.company_id = $1 and d.webhook_id = $2 and d.event_id = $3`,
    [companyId, webhookId, eventId],
  );
  return row;
}

/** They are sent at once, whatever their record's other messages do. */
export async function askAgain(tx: Tx, companyId: string, webhookId: string, eventIds: string[], now: Date): Promise<string[]> {
  const rows = await tx.query<{ event_id: string }>(
    `update webhook_deliveries set state = 'waiting', next_at = $4, is_asked = true, is_overtaken = is_overtaken or state in ('delivered', 'failed')
     where company_id = $1 and webhook_id = $2 and event_id = any($3::uuid[]) returning event_id`,
    [companyId, webhookId, eventIds, now],
  );
  return rows.map((row) => row.event_id);
}

/** Makes the worker look at a webhook at once, even if its endpoint rests. */
export const wake = (tx: Tx, companyId: string, webhookId: string, now: Date) =>
  tx.query("update webhook_cursors set next_at = $3, rest_until = null where company_id = $1 and webhook_id = $2", [
    companyId,
    webhookId,
    now,
  ]);

export async function giveUp(tx: Tx, companyId: string, webhookId: string, eventId: string, now: Date): Promise<boolean> {
  const rows = await tx.query<{ subject_id: string }>(
    `update webhook_deliveries set state = 'failed', next_at = null, is_asked = false
     where company_id = $1 and webhook_id = $2 and event_id = $3 and state in ('retrying', 'waiting') returning subject_id`,
    [companyId, webhookId, eventId],
  );
  // Later messages of its record wait no longer.
  for (const { subject_id } of rows) await release(tx, companyId, webhookId, [subject_id], now);
  return rows.length > 0;
}

const HOLD = statement(
  "webhooks.hold",
  `update webhook_deliveries set next_at = null
   where company_id = $1 and webhook_id = $2 and subject_id = any($3::uuid[]) and state = 'waiting' and next_at is not null and not is_asked`,
);

/** Those that were due already, too: otherwise one that the batch had no room for would be sent before others that wait. */
export const hold = (tx: Tx, companyId: string, webhookId: string, subjectIds: string[]) =>
  tx.query(HOLD, [companyId, webhookId, subjectIds]);

const RELEASE = statement(
  "webhooks.release_held",
  `update webhook_deliveries set next_at = $4
   where company_id = $1 and webhook_id = $2 and subject_id = any($3::uuid[]) and state = 'waiting' and next_at is null`,
);

export const release = (tx: Tx, companyId: string, webhookId: string, subjectIds: string[], now: Date) =>
  tx.query(RELEASE, [companyId, webhookId, subjectIds, now]);

interface TestMessage {
  eventId: string;
  type: string;
  name: string;
  body: string;
  now: Date;
}

export const insertTest = (tx: Tx, companyId: string, webhookId: string, { eventId, type, name, body, now }: TestMessage) =>
  tx.query(
    `insert into webhook_deliveries (company_id, webhook_id, event_id, type, at, subject_type, subject_id, subject_name, written_in, place, state, body,
       next_at, is_asked, is_test)
     values ($1, $2, $3, $4, $5, 'whk', $2, $6, '0', 0, 'waiting', convert_to($7, 'UTF8'), $5, true, true)`,
    [companyId, webhookId, eventId, type, now, name, body],
  );

const MAX_REMOVED = 5_000;

/** The delivery log of a webhook that is gone. False: there is more. */
export async function removeDeliveries(tx: Tx, companyId: string, webhookId: string): Promise<boolean> {
  const rows = await tx.query(
    `delete from webhook_deliveries where company_id = $1 and webhook_id = $2 and event_id = any(array(
       select event_id from webhook_deliveries where company_id = $1 and webhook_id = $2 limit ${MAX_REMOVED})) returning 1`,
    [companyId, webhookId],
  );
  return rows.length < MAX_REMOVED;
}
