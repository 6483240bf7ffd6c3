import type { Quota } from "../../kernel/quota.ts";

// Only uploads are refused: a message that comes in is never lost for want of room. What is announced counts from the beginning of its
// upload, so that several at once cannot pass the limit together.
export const fileMebibytes: Quota = {
  name: "file_mebibytes",
  max: 51_200,
  of: "Your company has",
  what: "MiB of files",
  advice: "Delete conversations with large files, or ask the operator for more room.",
  count: `select (coalesce(sum(size), 0) / 1048576)::int as count from (
    select size from files where company_id = $1
    union all select size from file_uploads where company_id = $1 and finished_at is null) as all_files where $2::uuid is not null`,
};

export const unfinishedUploads: Quota = {
  name: "unfinished_uploads",
  max: 50,
  of: "You have",
  what: "uploads that are not finished",
  advice: "Finish or cancel one. Those that get no bytes for a day are removed.",
  count: "select count(*)::int as count from file_uploads where company_id = $1 and user_id = $2 and finished_at is null",
};
