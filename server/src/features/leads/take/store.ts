import { statement, type Tx } from "../../../kernel/database.ts";
import { companiesWith } from "../../../platform/due-work/companies-with.ts";
import type { FormField } from "../source-store.ts";

/** A submission as it waits. */
export interface Waiting {
  id: string;
  source_id: string | null;
  source_name: string | null;
  source_fields: FormField[] | null;
  wants_opt_in: boolean;
  sender: string | null;
  given: Record<string, string>;
  attribution: Record<string, string>;
  is_released: boolean;
}

/** The companies that have something waiting now, of all companies. */
export const waitingCompanies = companiesWith({
  name: "leads.waiting_companies",
  table: "lead_submissions",
  waits: "w.state = 'received'",
  due: ["w.next_try_at is null", "w.next_try_at <= $1"],
});

const DUE = "s.company_id = $1 and s.state = 'received' and (s.next_try_at is null or s.next_try_at <= $2)";
const IN_ORDER = "order by s.next_try_at nulls first, s.id limit $3";

const LIST = statement("leads.list_waiting", `select s.id from lead_submissions s where ${DUE} ${IN_ORDER}`);
export async function listWaiting(tx: Tx, companyId: string, now: Date, most: number): Promise<string[]> {
  return (await tx.query<{ id: string }>(LIST, [companyId, now, most])).map((row) => row.id);
}

// What another worker is taking at this moment is passed over.
const lockWaitingBy = (name: string, more: string) =>
  statement(
    name,
    `select s.id, s.source_id, f.name as source_name, f.fields as source_fields, coalesce(f.wants_opt_in, false) as wants_opt_in, s.sender,
       s.given, s.attribution, s.is_released
     from lead_submissions s left join lead_sources f on f.company_id = s.company_id and f.id = s.source_id
     where ${DUE} ${more} ${IN_ORDER} for update of s skip locked`,
  );
const LOCK_NEXT = lockWaitingBy("leads.lock_next", "");
const LOCK_THESE = lockWaitingBy("leads.lock_these", "and s.id = any($4::uuid[])");

export const lockWaiting = (tx: Tx, companyId: string, now: Date, most: number, ids: string[] | undefined) =>
  ids ? tx.query<Waiting>(LOCK_THESE, [companyId, now, most, ids]) : tx.query<Waiting>(LOCK_NEXT, [companyId, now, most]);

export interface Taken {
  id: string;
  lead_id: string;
  kind: "new" | "touch" | "contact";
}

const TAKE = statement(
  "leads.mark_taken",
  `update lead_submissions s set state = 'taken', state_at = $3, lead_id = t.lead_id, kind = t.kind, failure = null, next_try_at = null
   from jsonb_to_recordset($2::jsonb) as t (id uuid, lead_id uuid, kind text)
   where s.company_id = $1 and s.id = t.id`,
);
export async function markTaken(tx: Tx, companyId: string, taken: Taken[], now: Date): Promise<void> {
  if (taken.length > 0) await tx.query(TAKE, [companyId, JSON.stringify(taken), now]);
}

export interface Failed {
  id: string;
  failure: string;
}

const MAX_TRIES = 10;
// One minute, two, four, up to an hour.
const FAIL = statement(
  "leads.mark_failed",
  `update lead_submissions s set tries = s.tries + 1, failure = left(f.failure, 500), state_at = $3,
     state = case when s.tries + 1 >= ${MAX_TRIES} then 'failed' else 'received' end,
     next_try_at = case when s.tries + 1 < ${MAX_TRIES} then $3::timestamptz + least(interval '1 hour', interval '1 minute' * power(2, s.tries)) end
   from jsonb_to_recordset($2::jsonb) as f (id uuid, failure text)
   where s.company_id = $1 and s.id = f.id and s.state = 'received'`,
);
export async function markFailed(tx: Tx, companyId: string, failed: Failed[], now: Date): Promise<void> {
  if (failed.length > 0) await tx.query(FAIL, [companyId, JSON.stringify(failed), now]);
}
