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
  company: string | null;
  source: string | null;
  delivery_id: string | null;
  delivery_state: HopState | null;
  delivery_ms: number | null;
  before: (Pick<StoredDecision, "rules_version" | "facts" | "outcome"> & { state: HopState | null }) | null;
}
type HopState = "reserved" | "sending" | "accepted" | "refused" | "timeout" | "unknown" | "returned";

const HOP_OF = (decision: string, hop: string) =>
  raw(
    `${decision}.kind = 'send' and ${hop}.company_id = ${decision}.company_id and ${hop}.lead_id = ${decision}.lead_id and ${hop}.n = ${decision}.n`,
  );

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
      r.title as lead_name, r.data ->> 'company' as company, s.name as source, h.id as delivery_id, h.state as delivery_state, h.ms as delivery_ms,
      b.before
    from (select * from lead_decisions where company_id = ${companyId} and ${join(wanted, " and ", "true")} order by n desc limit ${rows}) as d
    left join records r on r.company_id = d.company_id and r.id = d.lead_id
    left join lead_deliveries h on ${HOP_OF("d", "h")}
    left join lateral (
      select source_id from lead_submissions where company_id = d.company_id and lead_id = d.lead_id and received_at <= d.at order by id desc limit 1
    ) as received on true
    left join lead_sources s on s.company_id = d.company_id and s.id = received.source_id
    left join lateral (
      select json_build_object('rules_version', p.rules_version, 'facts', p.facts::text, 'outcome', p.outcome::text, 'state', ph.state) as before
      from lead_decisions p left join lead_deliveries ph on ${HOP_OF("p", "ph")}
      where p.company_id = d.company_id and p.lead_id = d.lead_id and p.n < d.n order by p.n desc limit 1
    ) as b on d.cause <> 'new'
    order by d.n desc`);
  return tx.query<LogRow>(text, values);
}

const COUNTS = statement(
  "lead_sending.log_counts",
  `select (select count(*)::int from (select from lead_decisions where company_id = $1 limit $4) as few) as all,
     (select jsonb_object_agg(kind, (select count(*) from (select from lead_decisions d where d.company_id = $1 and d.kind = k.kind limit $4) as few))
      from unnest($2::text[]) as k (kind)) as decisions,
     (select jsonb_object_agg(state, (select count(*) from (
        select from lead_deliveries h where h.company_id = $1 and h.state <> 'accepted' and h.state = k.state limit $4) as few))
      from unnest($3::text[]) as k (state)) as deliveries`,
);
interface Counts<Kind extends string, State extends string> {
  all: number;
  decisions: Record<Kind, number>;
  deliveries: Record<State, number>;
}
export async function countLog<Kind extends string, State extends string>(
  tx: Tx,
  companyId: string,
  kinds: readonly Kind[],
  states: readonly State[],
  most: number,
): Promise<Counts<Kind, State>> {
  const [counts] = await tx.query<Counts<Kind, State>>(COUNTS, [companyId, kinds, states, most]);
  if (!counts) throw new Error("counts were not answered");
  return counts;
}
