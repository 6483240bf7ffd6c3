import { defineFeature } from "../../kernel/feature.ts";
import { removeRows } from "../../platform/housekeeping.ts";
import * as events from "./events.ts";
import { importHandlers } from "./handlers.ts";
import { importJobs } from "./jobs.ts";
import * as operations from "./operations.ts";

const OLD = "created_at < now() - interval '7 days'";

/**
 * Imports: files of records. A file comes in parts over ordinary calls, is tried as a whole before anything is written, then
 * saved in batches that each move the import's place in the file in their own transaction: a worker that dies anywhere leaves
 * every row done once or still to do. All batches are one operation, and it can be undone.
 */
export const feature = defineFeature({
  operations,
  events,
  handlers: importHandlers,
  jobs: importJobs,
  pages: ["/records/import"],
  housekeeping: [
    // A part holds up to 700 kB.
    removeRows("imports.old_parts", "import_parts", OLD, 100),
    removeRows("imports.old_keys", "import_keys", OLD),
    removeRows("imports.old_errors", "import_errors", OLD),
  ],
});
