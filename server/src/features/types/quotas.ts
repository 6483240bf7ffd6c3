import type { Quota } from "../../kernel/quota.ts";

export const typesQuota: Quota = {
  name: "types",
  max: 100,
  of: "Your company has",
  what: "types, with those that are retired",
  advice: "Bring a retired one back instead.",
  count: "select count(*)::int as count from record_types where company_id = $1 and $2::uuid is not null",
};

export const fieldsQuota: Quota = {
  name: "fields",
  max: 2_500,
  of: "Your company has",
  what: "fields over all types, with those that are retired",
  advice: "Bring a retired one back instead.",
  count: "select count(*)::int as count from fields where company_id = $1 and $2::uuid is not null",
};

export const optionsQuota: Quota = {
  name: "options",
  max: 5_000,
  of: "Your company has",
  what: "options over all fields, with those that are retired",
  advice: "Bring a retired one back instead.",
  count: `select coalesce(sum(jsonb_array_length(options)), 0)::int as count from fields
          where company_id = $1 and options is not null and $2::uuid is not null`,
};
