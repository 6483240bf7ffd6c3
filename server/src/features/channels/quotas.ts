import type { Quota } from "../../kernel/quota.ts";

export const channelsQuota: Quota = {
  name: "channels",
  max: 50,
  of: "Your company has",
  what: "channels",
  advice: "Delete one that nobody uses.",
  count: "select count(*)::int as count from channels where company_id = $1 and deleted_at is null and $2::uuid is not null",
};
