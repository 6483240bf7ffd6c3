import type { Tx } from "../../kernel/database.ts";

export interface RateRow {
  currency: string;
  rate: string;
  updated_at: Date;
}

export const list = (tx: Tx, companyId: string) =>
  tx.query<RateRow>("select currency, rate, updated_at from currency_rates where company_id = $1 order by currency", [companyId]);

export async function find(tx: Tx, companyId: string, currency: string): Promise<RateRow | undefined> {
  const [row] = await tx.query<RateRow>("select currency, rate, updated_at from currency_rates where company_id = $1 and currency = $2", [
    companyId,
    currency,
  ]);
  return row;
}

export async function save(tx: Tx, companyId: string, row: RateRow): Promise<void> {
  await tx.query(
    `insert into currency_rates (company_id, currency, rate, updated_at) values ($1, $2, $3, $4)
     on conflict (company_id, currency) do update set rate = excluded.rate, updated_at = excluded.updated_at`,
    [companyId, row.currency, row.rate, row.updated_at],
  );
}

export async function remove(tx: Tx, companyId: string, currency: string): Promise<void> {
  await tx.query("delete from currency_rates where company_id = $1 and currency = $2", [companyId, currency]);
}

/** Whether any record holds money in this currency, in the trash or in a retired field too. */
export async function isInUse(tx: Tx, companyId: string, currency: string): Promise<boolean> {
  const [row] = await tx.query<{ used: boolean }>(
    `select exists (select from records where company_id = $1 and foreign_money is not null
       and jsonb_path_exists(foreign_money, '$.*.currency ? (@ == $wanted)', jsonb_build_object('wanted', $2::text))) as used`,
    [companyId, currency],
  );
  return row?.used === true;
}
