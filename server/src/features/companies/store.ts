import type { Tx } from "../../kernel/database.ts";

export interface CompanyRow {
  id: string;
  name: string;
  time_zone: string;
  created_at: Date;
}

/** A company that is waiting has nobody in it yet: its first Admin has still to open the mailed link. */
export async function insert(tx: Tx, row: CompanyRow, isWaiting: boolean): Promise<void> {
  await tx.query("insert into companies (id, name, time_zone, created_at, is_waiting) values ($1, $2, $3, $4, $5)", [
    row.id,
    row.name,
    row.time_zone,
    row.created_at,
    isWaiting,
  ]);
}

export async function find(tx: Tx, companyId: string, lock = ""): Promise<CompanyRow | undefined> {
  const [row] = await tx.query<CompanyRow>(`select id, name, time_zone, created_at from companies where id = $1 ${lock}`, [companyId]);
  return row;
}

export const findForUpdate = (tx: Tx, companyId: string) => find(tx, companyId, "for no key update");

export async function update(tx: Tx, row: CompanyRow): Promise<void> {
  await tx.query("update companies set name = $2, time_zone = $3 where id = $1", [row.id, row.name, row.time_zone]);
}
