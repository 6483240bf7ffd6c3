import type { Quota } from "../../kernel/quota.ts";

export const exportsQuota: Quota = {
  name: "exports",
  max: 21,
  of: "Your company has",
  what: "exports that are not done yet",
  advice: "Wait for one to end.",
  count: "select count(*)::int as count from exports where company_id = $1 and state = 'running' and $2::uuid is not null",
};
