import { defineFeature } from "../../kernel/feature.ts";
import { removeRows } from "../../platform/housekeeping.ts";
import { fileHandlers } from "./handlers.ts";
import * as operations from "./operations.ts";
import * as quotas from "./quotas.ts";

/**
 * Files: bytes are kept once per content and company, and what shows them is a use with a name of its own. An upload is used by its
 * uploader for a day, so that a message can take it; a file without a use is removed with its bytes.
 */
export const feature = defineFeature({
  operations,
  quotas: Object.values(quotas),
  handlers: fileHandlers,
  housekeeping: [
    removeRows("files.old_uploads", "file_uses", "used_by like 'usr\\_%' and created_at < now() - interval '1 day'"),
    // A file holds up to 40 MiB.
    { name: "files.unused", batch: "select from remove_unused_files($1)", rows: 50 },
  ],
});
