import type { Quota } from "../../kernel/quota.ts";

export const webhooksQuota: Quota = {
  name: "webhooks",
  max: 100,
  of: "Your company has",
  what: "webhooks",
  advice: "Delete one that nobody uses.",
  count: "select count(*)::int as count from webhooks where company_id = $1 and $2::uuid is not null",
};
