import { statement, type Tx } from "../../../kernel/database.ts";
import type { Facts, Outcome } from "../decide/facts.ts";
import type { Cause } from "../route/routing.ts";
import type { Counted } from "../route/store.ts";

export interface PastDecision {
  n: number;
  lead_id: string;
  lead_name: string;
  at: Date;
  cause: Cause;
  rules_version: number;
  facts: Facts;
  outcome: Outcome;
  counted: Counted[];
}

/** Follow-ups of the last leads, such as those after a refusal, are part of the time that is tried again. */
const MAX_DECISIONS = 400;

const LAST = statement(
  "lead_sending.last_decisions",
  `select d.n::int as n, d.lead_id, r.title as lead_name, d.at, d.cause, d.rules_version, d.facts, d.outcome, d.counted
   from lead_decisions d join records r on r.company_id = d.company_id and r.id = d.lead_id
   where d.company_id = $1 and r.deleted_at is null and d.n >= coalesce((
     select n from (select n from lead_decisions where company_id = $1 and cause = 'new' order by n desc limit $2) as newest
     order by n limit 1), 0)
   order by d.n desc limit $3`,
);
/** The decisions since the hundredth new lead from the end, oldest first. */
export const lastDecisions = async (tx: Tx, companyId: string, leads: number) =>
  (await tx.query<PastDecision>(LAST, [companyId, leads, MAX_DECISIONS])).toReversed();

const ABSENCES = statement(
  "lead_sending.absences_between",
  `select user_id, starts_at, ends_at from absences
   where company_id = $1 and user_id = any($2::uuid[]) and ends_at > $3 and starts_at <= $4`,
);
export interface AbsenceSpan {
  user_id: string;
  starts_at: Date;
  ends_at: Date;
}
export const absencesBetween = (tx: Tx, companyId: string, ids: string[], from: Date, to: Date) =>
  tx.query<AbsenceSpan>(ABSENCES, [companyId, ids, from, to]);
