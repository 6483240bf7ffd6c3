import { statement, type Tx } from "../../../kernel/database.ts";
import type { CompanySchema } from "../../types/index.ts";
import { convertedAgain } from "../money.ts";
import * as store from "../store.ts";

// A save of one of these records waits for the batch, which takes some tens of milliseconds.
const BATCH = 500;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

const NEXT = statement(
  "records.with_foreign_money",
  `select id from records where company_id = $1 and id > $2 and foreign_money is not null order by id limit ${BATCH}`,
);
const CONVERT = statement(
  "records.convert",
  `update records set amount = r.amount, data = r.data from jsonb_to_recordset($2::jsonb) as r (id uuid, amount numeric, data jsonb)
   where records.company_id = $1 and records.id = r.id`,
);

/**
 * Converts the foreign money of the next records after an id at the current rates. There is no event per record, and versions stay: what
 * was given has not changed.
 */
export async function convertMoneyAfter(tx: Tx, companyId: string, schema: CompanySchema, after: string | null) {
  const ids = (await tx.query<{ id: string }>(NEXT, [companyId, after ?? FIRST_ID])).map((row) => row.id);
  const rows = ids.length > 0 ? await store.lock(tx, companyId, ids) : [];
  const changed = rows.flatMap((row) => convertedAgain(schema, row) ?? []);
  if (changed.length > 0)
    await tx.query(CONVERT, [companyId, JSON.stringify(changed.map(({ id, amount, data }) => ({ id, amount, data })))]);
  return { changed: changed.length, last: ids.length === BATCH ? ids.at(-1) : undefined };
}
