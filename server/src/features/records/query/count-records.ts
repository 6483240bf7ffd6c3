import type { Tx } from "../../../kernel/database.ts";
import { sql, toQuery, type Sql } from "../../../platform/postgres/sql.ts";
import type { TypeDefinition } from "../../types/index.ts";

export type CountMode = "none" | "estimate" | "exact";

const EXACT_TO = 1_000;

/** Exact up to a thousand; beyond that the planner's estimate, unless the caller wants an exact count. */
export async function countRecords(
  tx: Tx,
  companyId: string,
  type: TypeDefinition,
  filter: Sql,
  mode: CountMode,
): Promise<{ value: number; is_exact: boolean }> {
  const from = sql`from company_records r where r.company_id = ${companyId} and r.type_id = ${type.id} and ${filter}`;
  if (mode === "exact") return { value: await count(tx, sql`select count(*)::int as count ${from}`), is_exact: true };
  const some = await count(tx, sql`select count(*)::int as count from (select 1 ${from} limit ${EXACT_TO + 1}) as first_ones`);
  if (some <= EXACT_TO) return { value: some, is_exact: true };
  const { text, values } = toQuery(sql`explain (format json) select 1 ${from}`);
  const [row] = await tx.query<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>(text, values);
  return { value: Math.max(EXACT_TO + 1, Math.round(row?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0)), is_exact: false };
}

async function count(tx: Tx, query: Sql): Promise<number> {
  const { text, values } = toQuery(query);
  const [row] = await tx.query<{ count: number }>(text, values);
  return row?.count ?? 0;
}
