import { defineFeature } from "../../kernel/feature.ts";
import { removeRows } from "../../platform/housekeeping.ts";
import { fileHandlers, type FileNeeds } from "./handlers.ts";
import { fileJobs } from "./jobs.ts";
import * as fileOperations from "./operations.ts";
import * as quotas from "./quotas.ts";
import * as settings from "./settings.ts";
import { uploadHandlers, type UploadNeeds } from "./upload-handlers.ts";
import * as uploadOperations from "./upload-operations.ts";

/**
 * Files: bytes are kept once per content and company, and what shows them is a use with a name of its own. An upload is used by its
 * uploader for a day, so that a message can take it; a file without a use is removed with its bytes. Large files come in parts.
 */
export const feature = defineFeature({
  operations: Object.assign({}, fileOperations, uploadOperations),
  settings,
  provides: ({ MAX_FILE_MB }) => ({ maxFileBytes: MAX_FILE_MB * 1_048_576 }),
  quotas: Object.values(quotas),
  handlers: (needs: FileNeeds & UploadNeeds) => [...fileHandlers(needs), ...uploadHandlers(needs)],
  jobs: fileJobs,
  housekeeping: [
    removeRows("files.old_uploads", "file_uses", "used_by like 'usr\\_%' and created_at < now() - interval '1 day'"),
    {
      name: "files.stopped_uploads",
      batch: `with stopped as (
          delete from file_uploads where ctid = any(array(
            select ctid from file_uploads where active_at < now() - interval '1 day' limit $1 for update skip locked))
          returning company_id, file_id),
        bytes as (
          delete from files f using stopped s where f.company_id = s.company_id and f.id = s.file_id and f.sha256 is null)
        select from stopped`,
      // One can hold gigabytes.
      rows: 1,
    },
    // The function takes fewer, where they are large.
    { name: "files.unused", batch: "select from remove_unused_files($1)", rows: 50 },
  ],
});
