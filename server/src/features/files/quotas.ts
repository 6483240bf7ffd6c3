import type { Quota } from "../../kernel/quota.ts";

// Only uploads are refused: a message that comes in is never lost for want of room.
export const fileMebibytes: Quota = {
  name: "file_mebibytes",
  max: 51_200,
  of: "Your company has",
  what: "MiB of files",
  advice: "Delete conversations with large files, or ask the operator for more room.",
  count: "select (coalesce(sum(size), 0) / 1048576)::int as count from files where company_id = $1 and $2::uuid is not null",
};
