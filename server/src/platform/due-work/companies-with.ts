import { statement, type Tx } from "../../kernel/database.ts";

interface DueRows {
  /** Of the statement. */
  name: string;
  table: string;
  /** Which rows wait, of the row `w`: what an index on `company_id` is limited to. */
  waits: string;
  /** Which of them are due; $1 is now. Each is looked up in an index by itself. */
  due: string[];
}

/** Finds the companies with rows that are due. It goes from company to company through the index, however much waits in each. */
export function companiesWith({ name, table, waits, due }: DueRows) {
  const first = `select w.company_id from ${table} w where ${waits}`;
  const isThere = (condition: string) => `exists (select from ${table} w where w.company_id = company.id and ${waits} and ${condition})`;
  const FIND = statement(
    name,
    `with recursive company (id) as (
       (${first} order by w.company_id limit 1)
       union all
       select (${first} and w.company_id > company.id order by w.company_id limit 1) from company where company.id is not null
     )
     select id from company where id is not null and (${due.map(isThere).join(" or ")})`,
  );
  return async (tx: Tx, now: Date): Promise<string[]> => (await tx.query<{ id: string }>(FIND, [now])).map((row) => row.id);
}
