import type { Tx } from "../../kernel/database.ts";

export interface CannedReplyRow {
  id: string;
  name: string;
  text: string;
  is_shared: boolean;
  owner: { id: string; name: string };
  updated_at: Date;
}

const SELECT = `select c.id, c.name, c.text, c.is_shared, json_build_object('id', u.id, 'name', u.name) as owner, c.updated_at
  from canned_replies c join users u on u.company_id = c.company_id and u.id = c.owner_id
  where c.company_id = $1 and (c.owner_id = $2 or c.is_shared)`;

/** Those that a member can use: the shared ones and their own. */
export const list = (tx: Tx, companyId: string, userId: string) =>
  tx.query<CannedReplyRow>(`${SELECT} order by lower(c.name), c.id`, [companyId, userId]);

export async function find(tx: Tx, companyId: string, userId: string, id: string): Promise<CannedReplyRow | undefined> {
  const [row] = await tx.query<CannedReplyRow>(`${SELECT} and c.id = $3`, [companyId, userId, id]);
  return row;
}

export async function lock(tx: Tx, companyId: string, userId: string, id: string): Promise<CannedReplyRow | undefined> {
  const [row] = await tx.query<CannedReplyRow>(`${SELECT} and c.id = $3 for update of c`, [companyId, userId, id]);
  return row;
}

export const insert = (tx: Tx, companyId: string, row: CannedReplyRow) =>
  tx.query(
    `insert into canned_replies (company_id, id, owner_id, is_shared, name, text, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [companyId, row.id, row.owner.id, row.is_shared, row.name, row.text, row.updated_at],
  );

export const update = (tx: Tx, companyId: string, row: CannedReplyRow) =>
  tx.query("update canned_replies set is_shared = $3, name = $4, text = $5, updated_at = $6 where company_id = $1 and id = $2", [
    companyId,
    row.id,
    row.is_shared,
    row.name,
    row.text,
    row.updated_at,
  ]);

export const remove = (tx: Tx, companyId: string, id: string) =>
  tx.query("delete from canned_replies where company_id = $1 and id = $2", [companyId, id]);
