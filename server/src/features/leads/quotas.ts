import type { Quota } from "../../kernel/quota.ts";

export const leadSources: Quota = {
  name: "lead_sources",
  max: 50,
  of: "Your company has",
  what: "forms",
  advice: "Delete one that nobody uses.",
  count: "select count(*)::int as count from lead_sources where company_id = $1 and deleted_at is null and $2::uuid is not null",
};
