import { asSystem } from "../../platform/as-system.ts";
import type { OwnerNeeds } from "../../platform/due-work/needs.ts";
import { watchDue } from "../../platform/due-work/watch-due.ts";
import { tellDue } from "./operations.ts";

const DUE = `select company_id as "companyId", company_id as key from notification_rounds
  where next_at <= $1 and not (company_id = any($2::uuid[])) order by next_at limit 200`;

/** Tells the owners of tasks that they are due, in all companies. A company is looked at when its next task becomes due. */
export const watchDueTasks = (needs: OwnerNeeds) =>
  watchDue(needs, {
    what: "due tasks",
    find: (owner, resting) => owner.query<{ key: string; companyId: string }>(DUE, [needs.clock.now(), resting]),
    act: async ({ companyId }) => (await asSystem(needs.execute, companyId)(tellDue, {})).is_done,
  });
