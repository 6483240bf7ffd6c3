import type { Quota } from "../../kernel/quota.ts";

export const sharedCannedReplies: Quota = {
  name: "shared_canned_replies",
  max: 300,
  of: "Your company has",
  what: "shared canned replies",
  advice: "Delete one that nobody uses.",
  count: "select count(*)::int as count from canned_replies where company_id = $1 and is_shared and $2::uuid is not null",
};

export const ownCannedReplies: Quota = {
  name: "own_canned_replies",
  max: 100,
  of: "You have",
  what: "canned replies of your own",
  advice: "Delete one that you no longer use.",
  count: "select count(*)::int as count from canned_replies where company_id = $1 and owner_id = $2 and not is_shared",
};
