import type { Tx } from "../../kernel/database.ts";

export interface GreetingRow {
  id: string;
  name: string;
  is_delivered: boolean;
  is_counted: boolean;
  created_at: Date;
}

export async function insert(tx: Tx, companyId: string, row: GreetingRow): Promise<void> {
  await tx.query("insert into greetings (company_id, id, name, created_at) values ($1, $2, $3, $4)", [
    companyId,
    row.id,
    row.name,
    row.created_at,
  ]);
}

export const list = (tx: Tx, companyId: string, before: string | undefined, limit: number) =>
  tx.query<GreetingRow>(
    `select id, name, is_delivered, is_counted, created_at from greetings
     where company_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [companyId, before ?? null, limit],
  );

export async function markDelivered(tx: Tx, companyId: string, id: string): Promise<void> {
  await tx.query("update greetings set is_delivered = true where company_id = $1 and id = $2", [companyId, id]);
}

export async function markCounted(tx: Tx, companyId: string, ids: string[]): Promise<void> {
  await tx.query("update greetings set is_counted = true where company_id = $1 and id = any($2::uuid[])", [companyId, ids]);
}
