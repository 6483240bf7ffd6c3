import { statement, type Tx } from "../../../kernel/database.ts";
import { join, raw, sql, toQuery } from "../../../platform/postgres/sql.ts";
import type { Cause } from "../route/routing.ts";

/** A decision as it is stored. `facts`, `steps` and `outcome` are the stored bytes. */
export interface StoredDecision {
  n: number;
  lead_id: string;
  at: Date;
  cause: Cause;
  rules_version: number;
  facts: string;
  steps: string;
  outcome: string;
}

const COLUMNS = "n::int as n, lead_id, at, cause, rules_version, facts::text as facts, steps::text as steps, outcome::text as outcome";
const OF_LEAD = statement(
  "lead_sending.decisions_of",
  `select ${COLUMNS} from lead_decisions where company_id = $1 and lead_id = $2 and ($3::bigint is null or n < $3) order by n desc limit $4`,
);
export const decisionsOf = (tx: Tx, companyId: string, leadId: string, before: string | undefined, rows: number) =>
  tx.query<StoredDecision>(OF_LEAD, [companyId, leadId, before ?? null, rows]);

export interface LogFilter {
  outcome?: string | undefined;
  rule?: string | undefined;
  user?: string | undefined;
  destination?: string | undefined;
}

export interface LogRow extends Omit<StoredDecision, "steps"> {
  lead_name: string | null;
  delivery_id: string | null;
  delivery_state: "reserved" | "sending" | "accepted" | "refused" | "timeout" | "unknown" | "returned" | null;
}

/** Each filter has an index that ends with n, so a page is read from its end. */
export function log(tx: Tx, companyId: string, filter: LogFilter, before: string | undefined, rows: number): Promise<LogRow[]> {
  const wanted = [
    ...(filter.outcome ? [sql`kind = ${filter.outcome}`] : []),
    ...(filter.rule ? [sql`rule_id = ${filter.rule}::uuid`] : []),
    ...(filter.user ? [sql`user_id = ${filter.user}::uuid`] : []),
    ...(filter.destination ? [sql`destination_id = ${filter.destination}::uuid`] : []),
    ...(before ? [sql`n < ${before}::bigint`] : []),
  ];
  const { text, values } = toQuery(sql`
    select d.n::int as n, d.lead_id, d.at, d.cause, d.rules_version, d.facts::text as facts, d.outcome::text as outcome,
      r.title as lead_name, h.id as delivery_id, h.state as delivery_state
    from (select * from lead_decisions where company_id = ${companyId} and ${join(wanted, " and ", "true")} order by n desc limit ${rows}) as d
    left join records r on r.company_id = d.company_id and r.id = d.lead_id
    left join lead_deliveries h on ${raw("d.kind = 'send' and h.company_id = d.company_id and h.lead_id = d.lead_id and h.n = d.n")}
    order by d.n desc`);
  return tx.query<LogRow>(text, values);
}
