import type { Tx } from "../../../kernel/database.ts";

export interface CodeRow {
  id: string;
  name: string;
  last_four: string;
  is_on: boolean;
  created_at: Date;
  renewed_at: Date | null;
  last_used_at: Date | null;
}

const COLUMNS = "id, name, last_four, is_on, created_at, renewed_at, last_used_at";

export const list = (tx: Tx, companyId: string) =>
  tx.query<CodeRow>(`select ${COLUMNS} from lead_codes where company_id = $1 order by id desc`, [companyId]);

export async function insert(
  tx: Tx,
  companyId: string,
  row: { id: string; name: string; hash: Buffer; lastFour: string; by: string; now: Date },
): Promise<CodeRow | undefined> {
  const [inserted] = await tx.query<CodeRow>(
    `insert into lead_codes (company_id, id, name, code_hash, last_four, created_by, created_at) values ($1, $2, $3, $4, $5, $6, $7)
     returning ${COLUMNS}`,
    [companyId, row.id, row.name, row.hash, row.lastFour, row.by, row.now],
  );
  return inserted;
}

export async function renew(
  tx: Tx,
  companyId: string,
  id: string,
  hash: Buffer,
  lastFour: string,
  now: Date,
): Promise<CodeRow | undefined> {
  const [row] = await tx.query<CodeRow>(
    `update lead_codes set code_hash = $3, last_four = $4, renewed_at = $5 where company_id = $1 and id = $2 returning ${COLUMNS}`,
    [companyId, id, hash, lastFour, now],
  );
  return row;
}

export async function setState(tx: Tx, companyId: string, id: string, isOn: boolean): Promise<CodeRow | undefined> {
  const [row] = await tx.query<CodeRow>(`update lead_codes set is_on = $3 where company_id = $1 and id = $2 returning ${COLUMNS}`, [
    companyId,
    id,
    isOn,
  ]);
  return row;
}

export const remove = (tx: Tx, companyId: string, id: string) =>
  tx.query<{ name: string }>("delete from lead_codes where company_id = $1 and id = $2 returning name", [companyId, id]);

export const noteUse = (tx: Tx, companyId: string, id: string, now: Date) =>
  tx.query("update lead_codes set last_used_at = $3 where company_id = $1 and id = $2", [companyId, id, now]);
