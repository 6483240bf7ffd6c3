import type { Quota } from "../../kernel/quota.ts";

export const destinationsQuota: Quota = {
  name: "destinations",
  max: 50,
  of: "Your company has",
  what: "destinations",
  advice: "Delete one that no rule uses.",
  count: "select count(*)::int as count from destinations where company_id = $1 and deleted_at is null and $2::uuid is not null",
};

export const leadCodes: Quota = {
  name: "lead_codes",
  max: 50,
  of: "Your company has",
  what: "codes for leads",
  advice: "Delete one that nobody uses.",
  count: "select count(*)::int as count from lead_codes where company_id = $1 and $2::uuid is not null",
};
