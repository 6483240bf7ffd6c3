import { statement, type Tx } from "../../../kernel/database.ts";

export interface WhatsAppRow {
  id: string;
  state: string;
  settings: { whatsapp?: { phone_number_id: string; business_account_id: string } };
  credentials: Buffer | null;
}

const COLUMNS = "id, state, settings, credentials";

const FIND = statement(
  "channels.find_whatsapp",
  `select ${COLUMNS} from channels where company_id = $1 and id = $2 and kind = 'whatsapp' and deleted_at is null`,
);
export async function findWhatsApp(tx: Tx, companyId: string, id: string): Promise<WhatsAppRow | undefined> {
  const [row] = await tx.query<WhatsAppRow>(FIND, [companyId, id]);
  return row;
}

/** A worker tries the number now, and says how it is doing. */
export async function letTry(tx: Tx, companyId: string, id: string, now: Date): Promise<void> {
  await tx.query("update channels set next_try_at = $3 where company_id = $1 and id = $2 and next_try_at is null", [companyId, id, now]);
}

const BY_NUMBER = statement(
  "channels.whatsapp_by_number",
  `select id, settings->'whatsapp'->>'phone_number_id' as number from channels
   where company_id = $1 and kind = 'whatsapp' and deleted_at is null and settings->'whatsapp'->>'phone_number_id' = any($2::text[])`,
);

/** The channels of these numbers. One Meta app may have several, and calls one address for all of them. */
export async function channelsOfNumbers(tx: Tx, companyId: string, numbers: string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; number: string }>(BY_NUMBER, [companyId, numbers]);
  return new Map(rows.map(({ id, number }) => [number, id]));
}

export interface NewItem {
  id: string;
  channelId: string;
  sourceKey: string;
  bytes: Buffer;
  /** Until then a worker does not take it: its file is being fetched. */
  waitsUntil: Date | null;
}

// In the order of their keys, so that two calls with the same items never wait for each other crosswise.
const INSERT = statement(
  "channels.insert_whatsapp_items",
  `insert into inbound_items (company_id, id, channel_id, source_key, bytes, size, next_try_at, received_at)
   select $1, new.id, new.channel_id, new.source_key, new.bytes, length(new.bytes), new.waits_until, $7
   from unnest($2::uuid[], $3::uuid[], $4::text[], $5::bytea[], $6::timestamptz[]) as new (id, channel_id, source_key, bytes, waits_until)
   order by new.channel_id, new.source_key
   on conflict (company_id, channel_id, source_key) do nothing returning id`,
);

/** Answers the ids of those that are new. */
export async function insertItems(tx: Tx, companyId: string, items: NewItem[], now: Date): Promise<Set<string>> {
  const column = <K extends keyof NewItem>(name: K) => items.map((one) => one[name]);
  const values = [companyId, column("id"), column("channelId"), column("sourceKey"), column("bytes"), column("waitsUntil"), now];
  const rows = await tx.query<{ id: string }>(INSERT, values);
  return new Set(rows.map(({ id }) => id));
}

const WAITING =
  "select bytes from inbound_items where company_id = $1 and channel_id = $2 and id = $3 and state = 'new' and bytes is not null";

/** The bytes of an item that no worker has taken yet. */
export async function findItem(tx: Tx, companyId: string, channelId: string, id: string): Promise<Buffer | undefined> {
  const [row] = await tx.query<{ bytes: Buffer }>(WAITING, [companyId, channelId, id]);
  return row?.bytes;
}

/** The same, so that no worker takes it meanwhile. */
export async function lockItem(tx: Tx, companyId: string, channelId: string, id: string): Promise<Buffer | undefined> {
  const [row] = await tx.query<{ bytes: Buffer }>(`${WAITING} for no key update`, [companyId, channelId, id]);
  return row?.bytes;
}

/** From now on a worker may take it. */
export async function keepItem(tx: Tx, companyId: string, id: string, bytes: Buffer): Promise<void> {
  await tx.query(
    "update inbound_items set bytes = $3::bytea, size = length($3::bytea), next_try_at = null where company_id = $1 and id = $2",
    [companyId, id, bytes],
  );
}
