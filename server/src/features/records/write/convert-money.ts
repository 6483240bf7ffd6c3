import { statement, type Tx } from "../../../kernel/database.ts";
import type { CompanySchema, TypeDefinition } from "../../types/index.ts";
import { inOwnCurrency } from "../money.ts";
import type { RecordRow } from "../row.ts";
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

/**
 * The row with its foreign money converted at the current rates; undefined if nothing is different. Its version and its time of change
 * stay: what was given has not changed.
 */
function convertedAgain(schema: CompanySchema, row: RecordRow): RecordRow | undefined {
  const type = schema.byId.get(row.type_id);
  let again = row;
  for (const [key, foreign] of Object.entries(row.foreign_money ?? {})) {
    const own = inOwnCurrency(foreign, schema);
    const isColumn = isInColumn(type, key);
    if (own === undefined || (isColumn ? again.amount : again.data[key]) === own) continue;
    again = isColumn ? { ...again, amount: own } : { ...again, data: { ...again.data, [key]: own } };
  }
  return again === row ? undefined : again;
}

/** A retired field is never in a column: a type's amount cannot be retired. */
const isInColumn = (type: TypeDefinition | undefined, key: string) =>
  type?.fields.some((field) => field.key === key && field.place.kind === "column") === true;
