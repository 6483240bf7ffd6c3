import { asSystem } from "../../../platform/as-system.ts";
import type { OwnerNeeds } from "../../../platform/due-work/needs.ts";
import { watchDue } from "../../../platform/due-work/watch-due.ts";
import { startDigests } from "./operations.ts";

const DUE = `select company_id as "companyId", company_id as key from notification_digests
  where next_at <= $1 and not (company_id = any($2::uuid[])) order by next_at limit 200`;

/** Makes the daily mails of each company in its morning. */
export const watchDigests = (needs: OwnerNeeds) =>
  watchDue(needs, {
    what: "daily notification emails",
    find: (owner, resting) => owner.query<{ key: string; companyId: string }>(DUE, [needs.clock.now(), resting]),
    act: async ({ companyId }) => (await asSystem(needs.execute, companyId)(startDigests, {})).is_done,
  });
