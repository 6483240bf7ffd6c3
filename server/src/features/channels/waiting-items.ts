import { statement, type Tx } from "../../kernel/database.ts";

// What arrived and waits to become a message. The inbox takes it; here is only what it needs of these tables.

export interface WaitingChannel {
  companyId: string;
  channelId: string;
}

// Skips from channel to channel, so that a long backlog costs this no more than a single mail.
const CHANNELS = statement(
  "channels.waiting",
  `with recursive place as (
     (select company_id, channel_id from inbound_items where state = 'new' order by company_id, channel_id limit 1)
     union all
     select n.company_id, n.channel_id from place p cross join lateral (
       select i.company_id, i.channel_id from inbound_items i
       where i.state = 'new' and (i.company_id, i.channel_id) > (p.company_id, p.channel_id) order by i.company_id, i.channel_id limit 1
     ) as n
   )
   select p.company_id as "companyId", p.channel_id as "channelId" from place p
   where exists (select from inbound_items i
       where i.company_id = p.company_id and i.channel_id = p.channel_id and i.state = 'new' and i.next_try_at is null)
     or exists (select from inbound_items i
       where i.company_id = p.company_id and i.channel_id = p.channel_id and i.state = 'new' and i.next_try_at <= $1)`,
);

/** The channels in which something waits now, of all companies. */
export const waitingChannels = (identity: Tx, now: Date) => identity.query<WaitingChannel>(CHANNELS, [now]);

export interface WaitingItem {
  id: string;
  source_key: string;
  bytes: Buffer;
  received_at: Date;
  /** It was there before and is read afterwards; false: it arrived now. */
  is_history: boolean;
  /** The folder it was in, of a mailbox. */
  role: "inbox" | "sent" | "junk" | null;
}

const OPEN = "i.company_id = $1 and i.channel_id = $2 and i.state = 'new'";
// What arrives now before old mails that are read afterwards, and the newest first: nobody waits for a hundred thousand old ones, however
// many of them were written down since. Together they are no larger than a batch; one that is larger is alone, and its bytes are read only
// by who has room for them.
const NEXT = statement(
  "channels.next_items",
  `with due as (
     (select i.id, i.size, i.is_history from inbound_items i where ${OPEN} and i.next_try_at is null and i.id <> all ($6::uuid[])
      order by i.is_history, i.id desc limit $4)
     union all
     (select i.id, i.size, i.is_history from inbound_items i where ${OPEN} and i.next_try_at <= $3 and i.id <> all ($6::uuid[])
      order by i.next_try_at limit $4)
   ), fitting as (
     select id, size, sum(size) over (order by is_history, id desc rows unbounded preceding) as upto
     from due order by is_history, id desc limit $4
   )
   select i.id, i.source_key, case when n.size <= $5 or $7 then i.bytes end as bytes, i.received_at, i.is_history, f.role,
     n.size > $5 and not $7 as is_too_large from fitting n
   join inbound_items i on i.company_id = $1 and i.id = n.id
   left join channel_folders f on f.company_id = i.company_id and f.channel_id = i.channel_id
     and f.path = regexp_replace(i.source_key, '/[0-9]+/[0-9]+$', '')
   where n.upto <= $5 or n.upto = n.size order by i.id`,
);

/** Of a batch. The inbox bounds how many of them a worker holds at once (features/inbox/take/room.ts). */
const BATCH_BYTES = 2 * 1024 * 1024;

interface Reading {
  now: Date;
  most: number;
  /** Those that are being taken at this moment. */
  except: string[];
  /** Also the bytes of one that is larger than a batch. */
  withLarge: boolean;
}

/** The next items of a channel, oldest first. What is too large comes without its bytes. */
export const nextItems = (tx: Tx, companyId: string, channelId: string, { now, most, except, withLarge }: Reading) =>
  tx.query<WaitingItem & { is_too_large: boolean }>(NEXT, [companyId, channelId, now, most, BATCH_BYTES, except, withLarge]);

export interface TakenItem {
  id: string;
  state: "done" | "duplicate" | "skipped";
  reason: string | null;
  messageId: string | null;
  /** Hex: what the same mail is known by when it comes in again. */
  key?: string;
}

const CLAIM = statement(
  "channels.claim_items",
  `select i.id from inbound_items i where ${OPEN} and i.id = any($3::uuid[]) order by i.id for no key update`,
);

/** Those of the items that still wait, locked. */
export async function claimItems(tx: Tx, companyId: string, channelId: string, ids: string[]): Promise<Set<string>> {
  return new Set((await tx.query<{ id: string }>(CLAIM, [companyId, channelId, ids])).map((row) => row.id));
}

const TAKEN = statement(
  "channels.mark_taken",
  `update inbound_items i set state = t.state, reason = t.reason, message_id = t."messageId", message_key = decode(t.key, 'hex'),
     bytes = case when t.state <> 'skipped' then i.bytes end, next_try_at = null
   from jsonb_to_recordset($2::jsonb) as t (id uuid, state text, reason text, "messageId" uuid, key text)
   where i.company_id = $1 and i.id = t.id`,
);
export async function markTaken(tx: Tx, companyId: string, taken: TakenItem[]): Promise<void> {
  if (taken.length > 0) await tx.query(TAKEN, [companyId, JSON.stringify(taken)]);
}

const ERASED = statement(
  "channels.erased_keys",
  `select distinct encode(i.message_key, 'hex') as key from inbound_items i
   where i.company_id = $1 and i.channel_id = $2 and i.state = 'skipped' and i.message_key = any($3::bytea[])`,
);

/** Which of these mails were here, and were erased with the person who wrote them. */
export async function erasedKeys(tx: Tx, companyId: string, channelId: string, keys: string[]): Promise<Set<string>> {
  const rows = await tx.query<{ key: string }>(ERASED, [companyId, channelId, keys.map((key) => Buffer.from(key, "hex"))]);
  return new Set(rows.map((row) => row.key));
}

const MAX_TRIES = 3;
// After half a minute, then after a minute; the third failure is the last.
const FAILED = statement(
  "channels.mark_failed",
  `update inbound_items i set attempts = i.attempts + 1, reason = left($3, 500),
     state = case when i.attempts + 1 >= ${MAX_TRIES} then 'failed' else 'new' end,
     next_try_at = case when i.attempts + 1 < ${MAX_TRIES} then $4::timestamptz + interval '30 seconds' * power(2, i.attempts) end
   where i.company_id = $1 and i.id = $2 and i.state = 'new'`,
);
export async function markFailed(tx: Tx, companyId: string, id: string, reason: string, now: Date): Promise<void> {
  await tx.query(FAILED, [companyId, id, reason, now]);
}

const CHANNEL = statement(
  "channels.for_taking",
  "select kind, name, lower(address) as address, created_at from channels where company_id = $1 and id = $2",
);

export interface TakingChannel {
  kind: "email" | "whatsapp" | "api";
  name: string;
  address: string | null;
  created_at: Date;
}

export async function channelForTaking(tx: Tx, companyId: string, channelId: string): Promise<TakingChannel | undefined> {
  const [row] = await tx.query<TakingChannel>(CHANNEL, [companyId, channelId]);
  return row;
}
