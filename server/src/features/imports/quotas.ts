import type { Quota } from "../../kernel/quota.ts";

export const importsQuota: Quota = {
  name: "imports",
  max: 21, // 1 running and 20 waiting
  of: "Your company has",
  what: "imports that are not done yet",
  advice: "Wait for one to end.",
  count: `select count(*)::int as count from imports
          where company_id = $1 and state in ('uploading', 'reading', 'checking', 'running', 'undoing') and created_at > now() - interval '1 day'
            and $2::uuid is not null`,
};
