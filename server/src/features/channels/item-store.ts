import { statement, type Tx } from "../../kernel/database.ts";
import type { ITEM_STATES } from "./item-operations.ts";

export interface ItemRow {
  id: string;
  source_key: string;
  state: (typeof ITEM_STATES)[number];
  reason: string | null;
  size: number;
  attempts: number;
  has_original: boolean;
  received_at: Date;
}

const COLUMNS = "id, source_key, state, reason, size, attempts, bytes is not null as has_original, received_at";

export interface NewItem {
  id: string;
  sourceKey: string;
  bytes: Buffer;
}

const INSERT = statement(
  "channels.insert_items",
  `insert into inbound_items (company_id, channel_id, id, source_key, bytes, size, received_at)
   select $1, $2, new.id, new.source_key, new.bytes, length(new.bytes), $6
   from unnest($3::uuid[], $4::text[], $5::bytea[]) as new (id, source_key, bytes)
   on conflict (company_id, channel_id, source_key) do nothing returning id`,
);

/** Writes down what arrived. What is here already stays as it is; answers the ids of those that are new. */
export async function insertItems(tx: Tx, companyId: string, channelId: string, items: NewItem[], now: Date): Promise<Set<string>> {
  const [ids, keys] = [items.map((one) => one.id), items.map((one) => one.sourceKey)];
  const rows = await tx.query<{ id: string }>(INSERT, [companyId, channelId, ids, keys, items.map((one) => one.bytes), now]);
  return new Set(rows.map((row) => row.id));
}

export async function findBySource(tx: Tx, companyId: string, channelId: string, sourceKey: string): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    "select id from inbound_items where company_id = $1 and channel_id = $2 and source_key = $3",
    [companyId, channelId, sourceKey],
  );
  return row?.id;
}

export const list = (tx: Tx, companyId: string, channelId: string, state: ItemRow["state"], before: string | undefined, rows: number) =>
  tx.query<ItemRow>(
    `select ${COLUMNS} from inbound_items where company_id = $1 and channel_id = $2 and state = $3 and ($4::uuid is null or id < $4)
     order by id desc limit $5`,
    [companyId, channelId, state, before ?? null, rows],
  );

export async function find(tx: Tx, companyId: string, channelId: string, id: string): Promise<ItemRow | undefined> {
  const [row] = await tx.query<ItemRow>(`select ${COLUMNS} from inbound_items where company_id = $1 and channel_id = $2 and id = $3`, [
    companyId,
    channelId,
    id,
  ]);
  return row;
}

/** False: it had not failed, or its bytes are gone. */
export async function retry(tx: Tx, companyId: string, channelId: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    `update inbound_items set state = 'new', attempts = 0, next_try_at = null, reason = null
     where company_id = $1 and channel_id = $2 and id = $3 and state = 'failed' and bytes is not null returning 1`,
    [companyId, channelId, id],
  );
  return rows.length > 0;
}

export async function readPart(tx: Tx, companyId: string, id: string, position: number, bytes: number): Promise<Buffer | undefined> {
  const [row] = await tx.query<{ part: Buffer | null }>(
    "select substring(bytes from $3::int + 1 for $4::int) as part from inbound_items where company_id = $1 and id = $2",
    [companyId, id, position, bytes],
  );
  return row?.part ?? undefined;
}
