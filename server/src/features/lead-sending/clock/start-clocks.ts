import { asSystem } from "../../../platform/as-system.ts";
import type { OwnerNeeds } from "../../../platform/due-work/needs.ts";
import { watchDue } from "../../../platform/due-work/watch-due.ts";
import { actOnOverdue } from "../clock-operations.ts";

interface Overdue {
  key: string;
  companyId: string;
}

const DUE = `select company_id as "companyId", id as key from lead_clocks
  where due_at <= $1 and responded_at is null and ended_at is null and overdue_at is null and not (id = any($2::uuid[]))
  order by due_at limit 200`;

/** Finds leads whose time for a first response is over, in all companies. Each clock is acted on once. */
export const watchClocks = (needs: OwnerNeeds) =>
  watchDue(needs, {
    what: "overdue leads",
    find: (owner, resting) => owner.query<Overdue>(DUE, [needs.clock.now(), resting]),
    act: async ({ companyId, key: id }) => (await asSystem(needs.execute, companyId)(actOnOverdue, { id })).is_done,
  });
