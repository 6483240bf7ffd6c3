import { statement, type Tx } from "../../kernel/database.ts";

export interface KeyRow {
  id: string;
  name: string;
  last_four: string;
  created_at: Date;
  last_used_at: Date | null;
  client: string | null;
  owner: { id: string; name: string };
}

const COLUMNS = "k.id, k.name, k.last_four, k.created_at, k.last_used_at, k.client, json_build_object('id', u.id, 'name', u.name) as owner";
const LIVE =
  "from api_keys k join users u on u.company_id = k.company_id and u.id = k.user_id where k.company_id = $1 and k.deleted_at is null";

export interface FoundKey {
  position: string;
  id: string;
  name: string;
  last_used_at: Date | null;
  client_named: boolean;
  company_id: string;
  user_id: string;
  user_name: string;
  email: string;
  role: "admin" | "member";
  company_name: string;
  time_zone: string;
  schema_version: number;
}

/**
 * Key, owner, company and role in one look-up. An unknown key, a deleted key and the key of a disabled owner take the same path
 * and find no row: reading a row and then refusing it would take measurably longer.
 */
export const FIND_BY_HASH = statement(
  "keys.find_by_hash",
  `select asked.position, k.id, k.name, k.last_used_at, k.client_named, k.company_id, k.user_id,
     u.name as user_name, u.email, u.role, c.name as company_name, c.time_zone, c.schema_version
   from unnest($1::bytea[]) with ordinality as asked (hash, position)
   join api_keys k on k.key_hash = asked.hash and k.deleted_at is null
   join users u on u.company_id = k.company_id and u.id = k.user_id and u.disabled_at is null
   join companies c on c.id = k.company_id`,
);

/** Locks the owner's row while counting, so that two calls cannot both add the fiftieth key. */
interface NewKey {
  id: string;
  userId: string;
  name: string;
  keyHash: Buffer;
  lastFour: string;
  now: Date;
}

export async function insert(tx: Tx, companyId: string, row: NewKey): Promise<void> {
  await tx.query(
    "insert into api_keys (company_id, id, user_id, name, key_hash, last_four, created_at) values ($1, $2, $3, $4, $5, $6, $7)",
    [companyId, row.id, row.userId, row.name, row.keyHash, row.lastFour, row.now],
  );
}

export async function listForOwner(tx: Tx, companyId: string, userId: string): Promise<KeyRow[]> {
  return tx.query<KeyRow>(`select ${COLUMNS} ${LIVE} and k.user_id = $2 order by k.id desc`, [companyId, userId]);
}

export async function listForCompany(tx: Tx, companyId: string, after: string | undefined, limit: number): Promise<KeyRow[]> {
  return tx.query<KeyRow>(`select ${COLUMNS} ${LIVE} and ($2::uuid is null or k.id < $2) order by k.id desc limit $3`, [
    companyId,
    after ?? null,
    limit,
  ]);
}

export async function find(tx: Tx, companyId: string, id: string): Promise<KeyRow | undefined> {
  const [row] = await tx.query<KeyRow>(`select ${COLUMNS} ${LIVE} and k.id = $2 for update of k`, [companyId, id]);
  return row;
}

export async function remove(tx: Tx, companyId: string, id: string, now: Date): Promise<void> {
  await tx.query("update api_keys set deleted_at = $3 where company_id = $1 and id = $2", [companyId, id, now]);
}

/** Stores a use. A user agent does not overwrite the name that a client gave itself. */
export async function touch(tx: Tx, companyId: string, id: string, client: string | null, isNamed: boolean, now: Date): Promise<void> {
  await tx.query(
    `update api_keys set last_used_at = $5,
       client = case when $4 or not client_named then coalesce($3, client) else client end,
       client_named = client_named or $4
     where company_id = $1 and id = $2`,
    [companyId, id, client, isNamed, now],
  );
}

export interface UsageRow {
  rows: number;
  /** Rows a day in the seven days before. */
  mean: number;
  is_unusual: boolean;
  name: string;
  last_four: string;
}

const ADD_USAGE = statement(
  "keys.add_usage",
  `insert into key_usage (company_id, key_id, day, rows, calls) values ($1, $2, $3, $4, $5)
   on conflict (company_id, key_id, day) do update set rows = key_usage.rows + excluded.rows, calls = key_usage.calls + excluded.calls
   returning rows::float8, is_unusual,
     (select coalesce(sum(u.rows), 0)::float8 / 7 from key_usage u
      where u.company_id = $1 and u.key_id = $2 and u.day between $3::date - 7 and $3::date - 1) as mean,
     (select k.name from api_keys k where k.company_id = $1 and k.id = $2) as name,
     (select k.last_four from api_keys k where k.company_id = $1 and k.id = $2) as last_four`,
);

/** Adds to a day's total, even if the key was deleted meanwhile. */
export async function addUsage(
  tx: Tx,
  companyId: string,
  id: string,
  { day, rows, calls }: { day: string; rows: number; calls: number },
): Promise<UsageRow> {
  const [row] = await tx.query<UsageRow>(ADD_USAGE, [companyId, id, day, rows, calls]);
  if (!row) throw new Error("an insert that returns a row returned none");
  return row;
}

export async function markUnusual(tx: Tx, companyId: string, id: string, day: string): Promise<void> {
  await tx.query("update key_usage set is_unusual = true where company_id = $1 and key_id = $2 and day = $3", [companyId, id, day]);
}
