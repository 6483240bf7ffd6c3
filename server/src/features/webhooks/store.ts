import { statement, type Tx } from "../../kernel/database.ts";
import { namedStatement } from "../../platform/postgres/named-statement.ts";
import { isOfChannels, openChannels } from "../channels/index.ts";
import type { DELIVERY_STATES } from "./delivery-operations.ts";
import type { STATES } from "./operations.ts";

export type WebhookState = (typeof STATES)[number];
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** What a person decides about a webhook. */
export interface Settings {
  name: string;
  url: string;
  event_types: string[];
  filter: string;
  fields: string[];
}

export interface WebhookRow extends Settings {
  id: string;
  header_names: string[];
  last_four: string;
  old_secret_until: Date | null;
  public_key: string | null;
  owner: { id: string; name: string };
  created_at: Date;
  updated_at: Date;
  state: WebhookState;
  reason: string | null;
  state_since: Date;
  rest_until: Date | null;
  failures: number;
  last_delivery_at: Date | null;
}

const SELECT = `select w.id, w.name, w.url, w.event_types, w.filter, w.fields, w.header_names, w.last_four, w.old_secret_until, w.public_key,
    w.created_at, w.updated_at, json_build_object('id', u.id, 'name', u.name) as owner,
    c.state, c.reason, c.state_since, c.rest_until, c.failures, c.last_delivery_at
  from webhooks w
  join webhook_cursors c on c.company_id = w.company_id and c.webhook_id = w.id
  join users u on u.company_id = w.company_id and u.id = w.owner_id
  where w.company_id = $1`;

export const list = (tx: Tx, companyId: string, url: string | undefined, before: string | undefined, rows: number) =>
  tx.query<WebhookRow>(`${SELECT} and ($2::text is null or w.url = $2) and ($3::uuid is null or w.id < $3) order by w.id desc limit $4`, [
    companyId,
    url ?? null,
    before ?? null,
    rows,
  ]);

export async function find(tx: Tx, companyId: string, id: string): Promise<WebhookRow | undefined> {
  const [row] = await tx.query<WebhookRow>(`${SELECT} and w.id = $2`, [companyId, id]);
  return row;
}

export async function findSame(tx: Tx, companyId: string, fingerprint: Buffer): Promise<WebhookRow | undefined> {
  const [row] = await tx.query<WebhookRow>(`${SELECT} and w.fingerprint = $2`, [companyId, fingerprint]);
  return row;
}

/**
 * Waits for whoever changes this webhook or records its deliveries. Not `for update`: a worker that holds the cursor refers to the
 * webhook, and each would wait for the other.
 */
export async function lock(tx: Tx, companyId: string, id: string): Promise<WebhookRow | undefined> {
  const [row] = await tx.query<WebhookRow>(`${SELECT} and w.id = $2 for no key update of w, c`, [companyId, id]);
  return row;
}

interface NewWebhook extends Settings {
  id: string;
  fingerprint: Buffer;
  headers: Buffer | null;
  headerNames: string[];
  secret: Buffer;
  lastFour: string;
  signingKey: Buffer | null;
  publicKey: string | null;
  ownerId: string;
  now: Date;
}

const SAVED = ["company", "id", "name", "url", "event_types", "filter", "fields", "fingerprint", "headers", "headerNames"] as const;
const KEYS = ["signingKey", "publicKey", "now"] as const;

const INSERT = namedStatement(
  "webhooks.insert",
  [...SAVED, ...KEYS, "secret", "lastFour", "ownerId"],
  `insert into webhooks (company_id, id, name, url, event_types, filter, fields, fingerprint, headers, header_names, secret, last_four,
     signing_key, public_key, owner_id, created_at, updated_at)
   values (:company, :id, :name, :url, :event_types, :filter, :fields, :fingerprint, :headers, :headerNames, :secret, :lastFour,
     :signingKey, :publicKey, :ownerId, :now, :now)
   on conflict (company_id, fingerprint) do nothing returning 1`,
);

/** Of several identical registrations at once only the first is inserted; the others wait for it. */
export async function insert(tx: Tx, companyId: string, row: NewWebhook): Promise<boolean> {
  const inserted = await tx.query(INSERT.statement, INSERT.values({ ...row, company: companyId }));
  if (inserted.length === 0) return false;
  await tx.query(
    `insert into webhook_cursors (company_id, webhook_id, state_since, seen, written_in, place)
     select $1, $2, $3, now_seen, pg_snapshot_xmin(now_seen), 0 from log_snapshot() as now_seen`,
    [companyId, row.id, row.now],
  );
  return true;
}

interface ChangedWebhook extends Settings {
  id: string;
  fingerprint: Buffer;
  headers: Buffer | null;
  headerNames: string[];
  signingKey: Buffer | null;
  publicKey: string | null;
}

const UPDATE = namedStatement(
  "webhooks.update",
  [...SAVED, ...KEYS],
  `update webhooks set name = :name, url = :url, event_types = :event_types, filter = :filter, fields = :fields, fingerprint = :fingerprint,
     headers = :headers, header_names = :headerNames, signing_key = :signingKey, public_key = :publicKey, updated_at = :now
   where company_id = :company and id = :id`,
);

export const update = (tx: Tx, companyId: string, row: ChangedWebhook, now: Date) =>
  tx.query(UPDATE.statement, UPDATE.values({ ...row, company: companyId, now }));

/** What is stored sealed. */
export interface SealedRow {
  headers: Buffer | null;
  secret: Buffer;
  old_secret: Buffer | null;
  old_secret_until: Date | null;
  signing_key: Buffer | null;
  public_key: string | null;
}

export async function findSealed(tx: Tx, companyId: string, id: string): Promise<SealedRow | undefined> {
  const [row] = await tx.query<SealedRow>(
    "select headers, secret, old_secret, old_secret_until, signing_key, public_key from webhooks where company_id = $1 and id = $2",
    [companyId, id],
  );
  return row;
}

export const replaceSecret = (tx: Tx, companyId: string, id: string, secret: SealedSecret, now: Date) =>
  tx.query(
    `update webhooks set secret = $3, last_four = $4, old_secret = $5, old_secret_until = $6, signing_key = $7, public_key = $8, updated_at = $9
     where company_id = $1 and id = $2`,
    [companyId, id, secret.sealed, secret.lastFour, secret.old, secret.oldUntil, secret.signingKey, secret.publicKey, now],
  );

interface SealedSecret {
  sealed: Buffer;
  lastFour: string;
  /** None where it cannot be read. */
  old: Buffer | null;
  oldUntil: Date | null;
  signingKey: Buffer | null;
  publicKey: string | null;
}

/** The lease stays: what is on its way now can still be written down. */
export const stop = (tx: Tx, companyId: string, id: string, state: "paused" | "off", reason: string, now: Date) =>
  tx.query(
    `update webhook_cursors set state = $3, reason = $4, state_since = $5, next_at = null, rest_until = null, behind_since = null
     where company_id = $1 and webhook_id = $2`,
    [companyId, id, state, reason, now],
  );

export const start = (tx: Tx, companyId: string, id: string, now: Date) =>
  tx.query(
    `update webhook_cursors set state = 'on', reason = null, state_since = $3, lease_by = null, next_at = $3, rest_until = null, failures = 0,
       failed_messages = 0, first_failure_at = null, probes = 0, warnings = 0, parallel = 10, is_slow = false
     where company_id = $1 and webhook_id = $2`,
    [companyId, id, now],
  );

/** Leaves out what happened until now, and gives up on what waits. */
export async function skipToNow(tx: Tx, companyId: string, id: string): Promise<void> {
  await tx.query(
    `update webhook_cursors set seen = now_seen, upto = null, written_in = pg_snapshot_xmin(now_seen), place = 0
     from log_snapshot() as now_seen where company_id = $1 and webhook_id = $2`,
    [companyId, id],
  );
  await tx.query(
    `update webhook_deliveries set state = 'failed', next_at = null
     where company_id = $1 and webhook_id = $2 and state in ('retrying', 'waiting')`,
    [companyId, id],
  );
}

export const remove = (tx: Tx, companyId: string, id: string) =>
  tx.query("delete from webhooks where company_id = $1 and id = $2", [companyId, id]);

const MAX_COUNTED = 20_000;
// A webhook that works has nothing in the log that waits for longer than a moment.
const WAITING = statement(
  "webhooks.waiting",
  `select c.webhook_id as id, open.count as messages, open.count + coalesce(unread.matching, 0) as count, open.count + coalesce(unread.count, 0) < ${MAX_COUNTED} as is_exact
   from webhook_cursors c join webhooks w on w.company_id = c.company_id and w.id = c.webhook_id
   cross join lateral (select count(*)::int from (
     select from webhook_deliveries d where d.company_id = $1 and d.webhook_id = c.webhook_id and d.state in ('retrying', 'waiting') limit ${MAX_COUNTED}
   ) as rows) as open
   left join lateral (
     select count(*)::int, (count(*) filter (where is_sent and (w.event_types = '{}' or type = any(w.event_types)) and (w.fields = '{}' or changes ?| w.fields)))::int as matching
     from (
       select e.type, case when w.fields <> '{}' then e.changes end as changes, ${isOfChannels("e", "$3")} as is_sent from events e
       where e.company_id = $1 and (e.written_in, e.place) > (c.written_in, c.place) and not pg_visible_in_snapshot(e.txid, c.seen)
       order by e.written_in, e.place limit ${MAX_COUNTED}
     ) as newer
   ) as unread on c.state <> 'on'
   where c.company_id = $1 and c.webhook_id = any($2::uuid[])`,
);

/**
 * How many events wait for each of these webhooks, up to a limit. A filter is not applied: it may be fewer. Events of channels that not
 * everyone sees are never sent, so they do not wait; a count would tell of them.
 */
export async function countWaiting(tx: Tx, companyId: string, ids: string[]) {
  const open = await openChannels(tx, companyId);
  const rows = await tx.query<{ id: string; count: number; is_exact: boolean; messages: number }>(WAITING, [companyId, ids, open]);
  return new Map(rows.map(({ id, ...counted }) => [id, counted]));
}

export interface HourRow {
  webhook_id: string;
  hour: Date;
  delivered: number;
  failed: number;
  total_ms: number;
}

export const listHours = (tx: Tx, companyId: string, ids: string[], since: Date) =>
  tx.query<HourRow>(
    `select webhook_id, hour, delivered, failed, total_ms::float8 as total_ms from webhook_hours
     where company_id = $1 and webhook_id = any($2::uuid[]) and hour >= $3 order by hour`,
    [companyId, ids, since],
  );
