import type { Quota } from "../../kernel/quota.ts";

export const keysQuota: Quota = {
  name: "keys",
  max: 50,
  of: "You have",
  what: "keys",
  advice: "Delete one you no longer use.",
  count: "select count(*)::int as count from api_keys where company_id = $1 and user_id = $2 and deleted_at is null",
};
