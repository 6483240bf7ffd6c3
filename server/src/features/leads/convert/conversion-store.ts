import { statement, type Tx } from "../../../kernel/database.ts";
import type { Changes } from "../../../kernel/event.ts";

export interface ConversionRow {
  lead_id: string;
  operation_id: string;
  contact_id: string | null;
  organization_id: string | null;
  deal_id: string | null;
  /** Those of the three that it made. */
  made: string[];
  changes: Changes;
  user_id: string;
  converted_at: Date;
  undone_at: Date | null;
}

const COLUMNS = "lead_id, operation_id, contact_id, organization_id, deal_id, made, changes, user_id, converted_at, undone_at";

const FIND = statement("leads.conversions", `select ${COLUMNS} from lead_conversions where company_id = $1 and lead_id = any($2::uuid[])`);
export const find = (tx: Tx, companyId: string, leadIds: string[]) => tx.query<ConversionRow>(FIND, [companyId, leadIds]);

const WRITE = statement(
  "leads.write_conversion",
  `insert into lead_conversions (company_id, ${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7::uuid[], $8::jsonb, $9, $10, null)
   on conflict (company_id, lead_id) do update set operation_id = excluded.operation_id, contact_id = excluded.contact_id,
     organization_id = excluded.organization_id, deal_id = excluded.deal_id, made = excluded.made, changes = excluded.changes, user_id = excluded.user_id,
     converted_at = excluded.converted_at, undone_at = null`,
);
export const write = (tx: Tx, companyId: string, row: Omit<ConversionRow, "undone_at">) =>
  tx.query(WRITE, [
    companyId,
    row.lead_id,
    row.operation_id,
    row.contact_id,
    row.organization_id,
    row.deal_id,
    row.made,
    JSON.stringify(row.changes),
    row.user_id,
    row.converted_at,
  ]);

const MARK = statement("leads.mark_conversion", "update lead_conversions set undone_at = $3 where company_id = $1 and lead_id = $2");
/** Undone, or with null: not undone any more. */
export const mark = (tx: Tx, companyId: string, leadId: string, undoneAt: Date | null) => tx.query(MARK, [companyId, leadId, undoneAt]);

const COUNT_LINKS = statement(
  "leads.count_links",
  `select l.to_id as id, count(*)::int as count from record_links l
   join records r on r.company_id = l.company_id and r.id = l.from_id and r.deleted_at is null
   where l.company_id = $1 and l.field_id = $2 and l.to_id = any($3::uuid[]) group by l.to_id`,
);
/** How many live records point at each of these with a field. */
export async function countLinks(tx: Tx, companyId: string, fieldId: string, ids: string[]): Promise<Map<string, number>> {
  const rows = ids.length > 0 ? await tx.query<{ id: string; count: number }>(COUNT_LINKS, [companyId, fieldId, ids]) : [];
  return new Map(rows.map((row) => [row.id, row.count]));
}
