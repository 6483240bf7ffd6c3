import { asSystem } from "../../../platform/as-system.ts";
import type { OwnerNeeds } from "../../../platform/due-work/needs.ts";
import { watchDue } from "../../../platform/due-work/watch-due.ts";
import { announceOverdue } from "../work-operations.ts";

const MOST = 200;

const DUE = `select distinct company_id as "companyId", company_id as key from (select company_id from conversations
  where due_at <= $1 and due_at is not null and state = 'open' and merged_into is null and (overdue_at is null or overdue_at <> due_at)
    and not (company_id = any($2::uuid[]))
  order by due_at limit 1000) as due`;

/** Announces conversations whose answer is overdue, in all companies. Each is announced once. */
export const watchOverdue = (needs: OwnerNeeds) =>
  watchDue(needs, {
    what: "overdue conversations",
    find: (owner, resting) => owner.query<{ key: string; companyId: string }>(DUE, [needs.clock.now(), resting]),
    act: async ({ companyId }) => (await asSystem(needs.execute, companyId)(announceOverdue, { most: MOST })).announced > 0,
  });
