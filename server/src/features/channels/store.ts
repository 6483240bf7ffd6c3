import { statement, type Tx } from "../../kernel/database.ts";
import { namedStatement } from "../../platform/postgres/named-statement.ts";
import { seesChannel } from "./access.ts";
import type { ACCESSES, Cause, CHANNEL_KINDS, CHANNEL_STATES, EmailSettings, SIGN_INS } from "./shapes.ts";

/** What is in `settings`, by kind. */
export interface Settings {
  email?: EmailSettings;
  sign_in?: (typeof SIGN_INS)[number];
  whatsapp?: { phone_number_id: string; business_account_id: string };
  /** Of a mailbox that was deleted: its server, whose numbers its emails are known by. */
  was_at?: string;
  /** How often the channel was given another mailbox. */
  mailbox_number?: number;
}

export interface ChannelRow {
  id: string;
  kind: (typeof CHANNEL_KINDS)[number];
  name: string;
  address: string | null;
  access: (typeof ACCESSES)[number];
  owner_id: string | null;
  owner: { id: string; name: string } | null;
  members: { id: string; name: string }[];
  member_ids: string[];
  settings: Settings;
  version: number;
  history_days: number;
  state: (typeof CHANNEL_STATES)[number];
  cause: Cause | null;
  words: string | null;
  remedy: string | null;
  since: Date;
  /** All or none: what is wrong with sending alone. */
  sending_cause: Cause | null;
  sending_words: string | null;
  sending_remedy: string | null;
  sending_since: Date | null;
  sending_next_try_at: Date | null;
  last_connected_at: Date | null;
  last_sent_at: Date | null;
  failures: number;
  next_try_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const SELECT = `select c.id, c.kind, c.name, c.address, c.access, c.owner_id, c.settings, c.version, c.history_days, c.state, c.cause, c.words,
    c.remedy, c.since, c.sending_cause, c.sending_words, c.sending_remedy, c.sending_since, c.sending_next_try_at, c.last_connected_at, c.last_sent_at, c.failures, c.next_try_at, c.created_at, c.updated_at,
    case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end as owner,
    coalesce(people.members, '[]') as members, coalesce(people.member_ids, '{}') as member_ids
  from channels c
  left join users o on o.company_id = c.company_id and o.id = c.owner_id
  cross join lateral (
    select json_agg(json_build_object('id', u.id, 'name', u.name) order by lower(u.name), u.id) as members, array_agg(u.id) as member_ids
    from channel_members m join users u on u.company_id = m.company_id and u.id = m.user_id
    where m.company_id = c.company_id and m.channel_id = c.id
  ) people
  where c.company_id = $1 and c.deleted_at is null`;

/** An Admin is shown all channels, because they answer for their health. */
export const list = (tx: Tx, companyId: string, who: { userId: string; isAdmin: boolean }, before: string | undefined, rows: number) =>
  tx.query<ChannelRow>(`${SELECT} and ($3 or ${seesChannel("c", "$2")}) and ($4::uuid is null or c.id < $4) order by c.id desc limit $5`, [
    companyId,
    who.userId,
    who.isAdmin,
    before ?? null,
    rows,
  ]);

export async function find(tx: Tx, companyId: string, id: string): Promise<ChannelRow | undefined> {
  const [row] = await tx.query<ChannelRow>(`${SELECT} and c.id = $2`, [companyId, id]);
  return row;
}

/** Not `for update`: items that are being written down refer to the channel and must not wait. */
export async function lock(tx: Tx, companyId: string, id: string): Promise<ChannelRow | undefined> {
  const [row] = await tx.query<ChannelRow>(`${SELECT} and c.id = $2 for no key update of c`, [companyId, id]);
  return row;
}

export interface SealedRow {
  id: string;
  version: number;
  settings: Settings;
  credentials: Buffer | null;
}

const SEALED = statement(
  "channels.sealed",
  "select id, version, settings, credentials from channels where company_id = $1 and id = $2 and deleted_at is null",
);
export async function findSealed(tx: Tx, companyId: string, id: string): Promise<SealedRow | undefined> {
  const [row] = await tx.query<SealedRow>(SEALED, [companyId, id]);
  return row;
}

export interface NewChannel {
  id: string;
  kind: ChannelRow["kind"];
  name: string;
  address: string | null;
  access: ChannelRow["access"];
  ownerId: string | null;
  settings: Settings;
  credentials: Buffer | null;
  historyDays: number;
}

const INSERT = namedStatement(
  "channels.insert",
  ["company", "id", "kind", "name", "address", "access", "ownerId", "settings", "credentials", "historyDays", "by", "now"],
  `insert into channels (company_id, id, kind, name, address, access, owner_id, settings, credentials, history_days, since, created_by,
     created_at, updated_at)
   values (:company, :id, :kind, :name, :address, :access, :ownerId, :settings, :credentials, :historyDays, :now, :by, :now, :now)
   on conflict (company_id, kind, lower(address)) where deleted_at is null and address is not null do nothing returning 1`,
);

/** False: another channel has this address. */
export async function insert(tx: Tx, companyId: string, row: NewChannel, by: string, now: Date): Promise<boolean> {
  const given = { ...row, company: companyId, settings: JSON.stringify(row.settings), by, now };
  return (await tx.query(INSERT.statement, INSERT.values(given))).length > 0;
}

export type ChangedChannel = Pick<ChannelRow, "name" | "access" | "settings" | "history_days"> & { credentials: Buffer | null };

export async function update(tx: Tx, companyId: string, id: string, row: ChangedChannel, now: Date): Promise<void> {
  await tx.query(
    `update channels set name = $3, access = $4, settings = $5, history_days = $6, credentials = $7, updated_at = $8,
       version = version + (settings is distinct from $5::jsonb or credentials is distinct from $7 or history_days <> $6)::int
     where company_id = $1 and id = $2`,
    [companyId, id, row.name, row.access, JSON.stringify(row.settings), row.history_days, row.credentials, now],
  );
}

/** A renewed token is no change that a worker has to notice. */
export async function keepCredentials(tx: Tx, companyId: string, id: string, credentials: Buffer): Promise<void> {
  await tx.query("update channels set credentials = $3 where company_id = $1 and id = $2", [companyId, id, credentials]);
}

export const NO_SENDING_TROUBLE =
  "sending_cause = null, sending_words = null, sending_remedy = null, sending_since = null, sending_next_try_at = null";

/** A channel that is turned on is tried at once. */
export async function setPaused(tx: Tx, companyId: string, ids: string[], isPaused: boolean, now: Date): Promise<void> {
  await tx.query(
    `update channels set state = $3, since = $4, updated_at = $4, cause = null, words = null, remedy = null, failures = 0, next_try_at = null,
       ${NO_SENDING_TROUBLE}
     where company_id = $1 and id = any($2::uuid[])`,
    [companyId, ids, isPaused ? "paused" : "ok", now],
  );
}

/** Private channels of people who can no longer sign in. */
export const lockOwnedBy = (tx: Tx, companyId: string, owners: string[]) =>
  tx.query<{ id: string; name: string }>(
    `select id, name from channels where company_id = $1 and owner_id = any($2::uuid[]) and deleted_at is null and state <> 'paused'
     order by id for no key update`,
    [companyId, owners],
  );

export async function setMembers(tx: Tx, companyId: string, id: string, members: string[]): Promise<void> {
  await tx.query("delete from channel_members where company_id = $1 and channel_id = $2 and user_id <> all($3::uuid[])", [
    companyId,
    id,
    members,
  ]);
  await tx.query("insert into channel_members (company_id, channel_id, user_id) select $1, $2, unnest($3::uuid[]) on conflict do nothing", [
    companyId,
    id,
    members,
  ]);
}

/** How many of these are members of the company. */
export async function countMembers(tx: Tx, companyId: string, ids: string[]): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    "select count(*)::int as count from users where company_id = $1 and id = any($2::uuid[])",
    [companyId, ids],
  );
  return row?.count ?? 0;
}

/** What was written stays. What signs in, and the mailbox's places, go; of its settings the name of its server is kept. */
export async function remove(tx: Tx, companyId: string, id: string, now: Date): Promise<void> {
  await tx.query(
    `update channels set deleted_at = $3, credentials = null, lease_by = null, lease_until = null, next_try_at = null, lines = '[]',
       settings = jsonb_strip_nulls(jsonb_build_object('was_at', settings #>> '{email,incoming,host}', 'mailbox_number', settings -> 'mailbox_number')),
       words = null, updated_at = $3, ${NO_SENDING_TROUBLE}
     where company_id = $1 and id = $2`,
    [companyId, id, now],
  );
  await tx.query("delete from channel_folders where company_id = $1 and channel_id = $2", [companyId, id]);
}

export interface Figures {
  id: string;
  there: number | null;
  here: number | null;
  compared_at: Date | null;
  waiting: number;
  failed: number;
  last_received_at: Date | null;
}

export const MAX_COUNTED = 1_000;
const countOf = (state: string) => `(select count(*)::int from (select from inbound_items i where i.company_id = $1 and i.channel_id = c.id
    and i.state = '${state}' limit ${MAX_COUNTED + 1}) as few)`;
const FIGURES = statement(
  "channels.figures",
  `select c.id, f.there, f.here, f.compared_at, ${countOf("new")} as waiting, ${countOf("failed")} as failed, newest.received_at as last_received_at
   from unnest($2::uuid[]) as c (id)
   cross join lateral (select sum(there)::int as there, sum(here)::int as here, min(compared_at) as compared_at from channel_folders
     where company_id = $1 and channel_id = c.id and compared_at is not null) f
   left join lateral (select i.received_at from inbound_items i where i.company_id = $1 and i.channel_id = c.id order by i.id desc limit 1) newest
     on true`,
);
export const figures = (tx: Tx, companyId: string, ids: string[]) => tx.query<Figures>(FIGURES, [companyId, ids]);

export async function findLines(tx: Tx, companyId: string, id: string): Promise<string[]> {
  const [row] = await tx.query<{ lines: string[] }>("select lines from channels where company_id = $1 and id = $2", [companyId, id]);
  return row?.lines ?? [];
}
