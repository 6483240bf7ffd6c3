import { statement, type Tx } from "../../kernel/database.ts";

export interface RequestRow {
  id: string;
  user_id: string;
  key_id: string;
  at: Date;
  method: string;
  path: string;
  operation: string | null;
  status: number;
  duration_ms: number;
  code: string | null;
}

export interface ListedRequest extends Omit<RequestRow, "id" | "user_id" | "key_id"> {
  request_id: string;
  key: { id: string; name: string };
}

/** How many of a person's calls are kept. */
export const MAX_KEPT = 1_000;

// A key that is gone for good by now, with its owner, has no calls to show.
const INSERT = statement(
  "requests.insert",
  `insert into requests (company_id, id, user_id, key_id, at, method, path, operation, status, duration_ms, code)
   select $1, r.id, r.user_id, r.key_id, r.at, r.method, r.path, r.operation, r.status, r.duration_ms, r.code
   from jsonb_to_recordset($2::jsonb) as r (id uuid, user_id uuid, key_id uuid, at timestamptz, method text, path text, operation text,
     status smallint, duration_ms integer, code text)
   join api_keys k on k.company_id = $1 and k.id = r.key_id and k.user_id = r.user_id
   on conflict (company_id, id) do nothing`,
);

// Rows that another node removes just now are skipped: two nodes never wait for each other.
const REMOVE_OLDEST = statement(
  "requests.remove_oldest",
  `delete from requests where company_id = $1 and id = any(array(
     select r.id from unnest($2::uuid[]) as u (user_id)
     cross join lateral (select o.id from requests o where o.company_id = $1 and o.user_id = u.user_id order by o.id desc offset $3 - 1 limit 1) kept
     join requests r on r.company_id = $1 and r.user_id = u.user_id and r.id < kept.id
     for update of r skip locked))`,
);

const LIST = statement(
  "requests.list",
  `select r.id as request_id, r.at, r.method, r.path, r.operation, r.status, r.duration_ms, r.code,
     json_build_object('id', k.id, 'name', k.name) as key
   from (select * from requests where company_id = $1 and user_id = $2 order by id desc limit ${MAX_KEPT}) r
   join api_keys k on k.company_id = r.company_id and k.id = r.key_id
   where ($3::uuid is null or r.key_id = $3) and (not $4 or r.status >= 400 or r.code is not null) and ($5::uuid is null or r.id < $5)
   order by r.id desc limit $6`,
);

export async function insert(tx: Tx, companyId: string, rows: RequestRow[]): Promise<void> {
  await tx.query(INSERT, [companyId, JSON.stringify(rows)]);
  await tx.query(REMOVE_OLDEST, [companyId, [...new Set(rows.map((row) => row.user_id))], MAX_KEPT]);
}

interface Wanted {
  userId: string;
  key: string | undefined;
  onlyErrors: boolean;
}

export const list = (tx: Tx, companyId: string, { userId, key, onlyErrors }: Wanted, after: string | undefined, limit: number) =>
  tx.query<ListedRequest>(LIST, [companyId, userId, key ?? null, onlyErrors, after ?? null, limit]);
