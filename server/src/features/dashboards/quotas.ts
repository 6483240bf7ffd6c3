import type { Quota } from "../../kernel/quota.ts";

export const sharedDashboards: Quota = {
  name: "shared_dashboards",
  max: 50,
  of: "Your company has",
  what: "shared dashboards",
  advice: "Delete one that nobody uses.",
  count: "select count(*)::int as count from dashboards where company_id = $1 and is_shared and $2::uuid is not null",
};

export const ownDashboards: Quota = {
  name: "own_dashboards",
  max: 50,
  of: "You have",
  what: "dashboards of your own",
  advice: "Delete one first.",
  count: "select count(*)::int as count from dashboards where company_id = $1 and owner_id = $2 and not is_shared",
};
