import { statement, type Tx } from "../../../kernel/database.ts";
import { companiesWith } from "../../../platform/due-work/companies-with.ts";
import { deadHolders } from "../../../platform/due-work/dead-holders.ts";
import type { OwnerConnection } from "../../../platform/log-reader/owner.ts";

/** Companies with something to send. */
export const findDue = companiesWith({
  name: "lead_sending.due",
  table: "lead_deliveries",
  waits: "w.next_at is not null",
  due: ["w.next_at <= $1"],
});

const DEAD = statement(
  "lead_sending.dead_workers",
  `with ${deadHolders("lead_deliveries")}
   select distinct company_id as id from lead_deliveries where lease_by in (select lease_by from dead)`,
);

/** Companies with something that a worker was sending when it died. */
export const findDead = async (owner: OwnerConnection): Promise<string[]> =>
  (await owner.query<{ id: string }>(DEAD, [owner.leaseName])).map((row) => row.id);

const RETURNS = statement(
  "lead_sending.returns",
  "select distinct company_id as id from lead_arrivals where return_state = 'asked' limit 100",
);

/** Companies that return a lead to another one. */
export const findReturns = async (owner: Tx): Promise<string[]> => (await owner.query<{ id: string }>(RETURNS)).map((row) => row.id);
