import { asSystem } from "../../../platform/as-system.ts";
import type { OwnerNeeds } from "../../../platform/due-work/needs.ts";
import { watchDue } from "../../../platform/due-work/watch-due.ts";
import { wakeSnoozed } from "../operations.ts";

const MOST = 100;

const DUE = `select distinct company_id as "companyId", company_id as key from conversations
  where state = 'snoozed' and snoozed_until <= $1 and not (company_id = any($2::uuid[])) limit 200`;

/** Opens snoozed conversations when their time comes, in all companies. Each is opened once. */
export const watchSnoozed = (needs: OwnerNeeds) =>
  watchDue(needs, {
    what: "snoozed conversations",
    find: (owner, resting) => owner.query<{ key: string; companyId: string }>(DUE, [needs.clock.now(), resting]),
    act: async ({ companyId }) => (await asSystem(needs.execute, companyId)(wakeSnoozed, { most: MOST })).woken > 0,
  });
