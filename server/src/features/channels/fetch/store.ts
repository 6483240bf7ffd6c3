import { statement, type Tx } from "../../../kernel/database.ts";
import { newId, newIds } from "../../../platform/random.ts";
import type { FetchedMail } from "../../../platform/imap/fetching.ts";

export interface Folder {
  channelId: string;
  path: string;
  uidValidity: number;
}

/** What a mail is known by: the server never gives this number to another one. */
const sourceKey = ({ path, uidValidity }: Folder, uid: number) => `${path}/${uidValidity}/${uid}`;

// A folder with new numbers begins anew. What was read of it before is found again by the comparison, and is no second message.
const START = statement(
  "channels.start_folder",
  `with channel as (
     select company_id, id, created_at - make_interval(days => history_days) as history_from from channels
     where company_id = $1 and id = $2 and deleted_at is null
   ), known as (select uid_validity from channel_folders where company_id = $1 and channel_id = $2 and path = $3)
   insert into channel_folders as f (company_id, channel_id, path, role, uid_validity, last_uid, oldest_uid)
   select c.company_id, c.id, $3, $4, $5, $6::bigint, $6::bigint + 1 from channel c
   on conflict (company_id, channel_id, path) do update set role = excluded.role,
     last_uid = case when f.uid_validity = excluded.uid_validity then f.last_uid else excluded.last_uid end,
     oldest_uid = case when f.uid_validity = excluded.uid_validity then f.oldest_uid else excluded.oldest_uid end,
     compared_at = case when f.uid_validity = excluded.uid_validity then f.compared_at end,
     uid_validity = excluded.uid_validity
   returning f.last_uid::float8 as last_uid, f.oldest_uid::float8 as oldest_uid, (select history_from from channel) as history_from,
     coalesce((select uid_validity <> $5 from known), false) as is_renumbered`,
);
export interface Position {
  last_uid: number;
  oldest_uid: number;
  history_from: Date;
  is_renumbered: boolean;
}

export async function startFolder(tx: Tx, companyId: string, folder: Folder & { role: string; lastUid: number }) {
  const { channelId, path, role, uidValidity, lastUid } = folder;
  const [row] = await tx.query<Position>(START, [companyId, channelId, path, role, uidValidity, lastUid]);
  return row;
}

const LOCK = statement(
  "channels.lock_folder",
  `select 1 from channel_folders where company_id = $1 and channel_id = $2 and path = $3 and uid_validity = $4 for update`,
);
/** False: the folder began anew meanwhile, or the channel is gone. */
export async function lockFolder(tx: Tx, companyId: string, { channelId, path, uidValidity }: Folder): Promise<boolean> {
  return (await tx.query(LOCK, [companyId, channelId, path, uidValidity])).length > 0;
}

// All mails travel as one value and are cut apart here: an array of them would be sent as text, at twice its size.
const INSERT = statement(
  "channels.insert_mails",
  `insert into inbound_items (company_id, id, channel_id, source_key, bytes, size, state, reason, received_at, is_history)
   select $1, g.id, $2, g.key, case when g.reason is null then substr($4::bytea, g.at, g.length) end, g.size,
     case when g.reason is null then 'new' else 'failed' end, g.reason, $5, $6
   from jsonb_to_recordset($3::jsonb) as g (id uuid, key text, at int, length int, size int, reason text)
   on conflict (company_id, channel_id, source_key) do nothing
   returning id`,
);

const MIB = 1024 * 1024;
const tooLarge = (size: number) =>
  `This email has ${Math.ceil(size / MIB)} MiB. Emails of at most 40 MiB are read. Open it in your mail program.`;

interface Writing {
  now: Date;
  /** Mails from before, which are read afterwards: what arrives now is taken first. */
  isHistory: boolean;
}

/** Writes mails down that are not here yet. Answers how many. */
export async function insertMails(tx: Tx, companyId: string, folder: Folder, mails: FetchedMail[], writing: Writing): Promise<number> {
  let at = 1; // PostgreSQL counts from one
  // They are taken in the order of the mailbox: an answer after what it answers.
  const inOrder = mails.toSorted((a, b) => a.uid - b.uid);
  const ids = newIds(mails.length);
  const rows = inOrder.map(({ uid, bytes, size, isTooLarge }, nth) => {
    const row = { id: ids[nth], key: sourceKey(folder, uid), at, length: bytes.length, size, reason: isTooLarge ? tooLarge(size) : null };
    if (!isTooLarge) at += bytes.length;
    return row;
  });
  const all = Buffer.concat(inOrder.flatMap(({ bytes, isTooLarge }) => (isTooLarge ? [] : [bytes])));
  return (await tx.query(INSERT, [companyId, folder.channelId, JSON.stringify(rows), all, writing.now, writing.isHistory])).length;
}

/** What a mailbox tells of a mail without the mail itself. */
export interface KnownMail {
  uid: number;
  size: number;
  /** Hex: of its Message-ID, date and sender. */
  key: string;
}

// The same key and the same size: the mail is here under another number. What was erased stays so.
const INSERT_KNOWN = statement(
  "channels.insert_known",
  `insert into inbound_items (company_id, id, channel_id, source_key, size, state, reason, message_id, message_key, received_at)
   select $1, g.id, $2, $3::text || g.uid::text, g.size, case known.state when 'skipped' then 'skipped' else 'duplicate' end, known.reason,
     known.message_id, decode(g.key, 'hex'), $5
   from jsonb_to_recordset($4::jsonb) as g (id uuid, uid bigint, size int, key text)
   cross join lateral (
     select i.state, i.reason, i.message_id from inbound_items i
     where i.company_id = $1 and i.channel_id = $2 and i.message_key = decode(g.key, 'hex') and i.size = g.size
       and i.state in ('done', 'duplicate', 'skipped')
     order by i.id limit 1
   ) as known
   on conflict (company_id, channel_id, source_key) do nothing
   returning substring(source_key from '[0-9]+$')::float8 as uid`,
);

/** Writes down those of the mails that are here already. Answers their numbers. */
export async function insertKnown(tx: Tx, companyId: string, folder: Folder, mails: KnownMail[], now: Date): Promise<number[]> {
  const rows = mails.map((mail) => ({ ...mail, id: newId() }));
  const prefix = `${folder.path}/${folder.uidValidity}/`;
  const found = await tx.query<{ uid: number }>(INSERT_KNOWN, [companyId, folder.channelId, prefix, JSON.stringify(rows), now]);
  return found.map((row) => row.uid);
}

const MOVE = statement(
  "channels.move_folder",
  `update channel_folders set last_uid = greatest(last_uid, $4), oldest_uid = least(oldest_uid, $5), here = here + $6, there = there + $7
   where company_id = $1 and channel_id = $2 and path = $3`,
);

interface Moved {
  lastUid: number | null;
  lowest: number;
  added: number;
}

export async function moveFolder(tx: Tx, companyId: string, { channelId, path }: Folder, { lastUid, lowest, added }: Moved): Promise<void> {
  await tx.query(MOVE, [companyId, channelId, path, lastUid ?? 0, lowest, added, lastUid === null ? 0 : added]);
}

const MISSING = statement(
  "channels.find_missing",
  `select w.uid::float8 as uid from unnest($4::bigint[]) as w (uid)
   where not exists (select from inbound_items i where i.company_id = $1 and i.channel_id = $2 and i.source_key = $3::text || w.uid::text)
   order by w.uid desc`,
);
export async function findMissing(tx: Tx, companyId: string, folder: Folder, uids: number[]): Promise<number[]> {
  const prefix = `${folder.path}/${folder.uidValidity}/`;
  const rows = await tx.query<{ uid: number }>(MISSING, [companyId, folder.channelId, prefix, uids]);
  return rows.map((row) => row.uid);
}

const COMPARED = statement(
  "channels.note_compared",
  `update channel_folders set there = $5, here = $6, compared_at = $7
   where company_id = $1 and channel_id = $2 and path = $3 and uid_validity = $4`,
);
export async function noteCompared(tx: Tx, companyId: string, folder: Folder, there: number, here: number, now: Date): Promise<void> {
  const { channelId, path, uidValidity } = folder;
  await tx.query(COMPARED, [companyId, channelId, path, uidValidity, there, here, now]);
}
