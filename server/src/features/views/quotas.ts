import type { Quota } from "../../kernel/quota.ts";

export const sharedViews: Quota = {
  name: "shared_views",
  max: 200,
  of: "Your company has",
  what: "shared views",
  advice: "Delete one that nobody uses.",
  count: "select count(*)::int as count from saved_views where company_id = $1 and is_shared and $2::uuid is not null",
};

export const ownViews: Quota = {
  name: "own_views",
  max: 100,
  of: "You have",
  what: "views of your own",
  advice: "Delete one that you no longer use.",
  count: "select count(*)::int as count from saved_views where company_id = $1 and owner_id = $2 and not is_shared",
};
