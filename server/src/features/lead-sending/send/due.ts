import { statement, type Tx } from "../../../kernel/database.ts";
import { lockKey } from "../../../platform/postgres/lock-spaces.ts";

// From company to company through the index, however much waits in each.
const DUE = statement(
  "lead_sending.due",
  `with recursive company (id) as (
     (select company_id from lead_deliveries where next_at is not null order by company_id limit 1)
     union all
     select (select h.company_id from lead_deliveries h where h.next_at is not null and h.company_id > company.id order by h.company_id limit 1)
     from company where company.id is not null
   )
   select id from company
   where id is not null and exists (select from lead_deliveries h where h.company_id = company.id and h.next_at <= $1)`,
);

/** Companies with something to send. */
export const findDue = async (owner: Tx, now: Date): Promise<string[]> =>
  (await owner.query<{ id: string }>(DUE, [now])).map((row) => row.id);

const DEAD = statement(
  "lead_sending.dead_workers",
  `with dead as materialized (
     select lease_by from (select distinct lease_by from lead_deliveries where lease_by is not null) as holders
     where lease_by <> $1 and pg_try_advisory_xact_lock(${lockKey("lease name", "lease_by")})
   )
   select distinct company_id as id from lead_deliveries where lease_by in (select lease_by from dead)`,
);

/** Companies with something that a worker was sending when it died. */
export const findDead = async (owner: Tx, me: string): Promise<string[]> =>
  (await owner.query<{ id: string }>(DEAD, [me])).map((row) => row.id);

const RETURNS = statement(
  "lead_sending.returns",
  "select distinct company_id as id from lead_arrivals where return_state = 'asked' limit 100",
);

/** Companies that return a lead to another one. */
export const findReturns = async (owner: Tx): Promise<string[]> => (await owner.query<{ id: string }>(RETURNS)).map((row) => row.id);
