import { defineFeature } from "../../kernel/feature.ts";
import { giveBackPages, removeRows } from "../../platform/housekeeping.ts";
import * as events from "./events.ts";
import { importHandlers, type ImportNeeds } from "./handlers.ts";
import { importJobs } from "./jobs.ts";
import * as operations from "./operations.ts";
import * as quotas from "./quotas.ts";
import { importWorkerHandlers } from "./worker-handlers.ts";
import * as workerOperations from "./worker-operations.ts";

const OLD = "created_at < now() - interval '7 days'";

/**
 * Imports: files of records. A file is uploaded in parts, checked as a whole before anything is written, then saved in batches. Each
 * batch moves the import's position in the file in its own transaction: if a worker dies, every row is either done once or not done
 * yet. All batches are one operation, which can be undone.
 */
export const feature = defineFeature({
  operations: Object.assign({}, operations, workerOperations),
  events,
  quotas: Object.values(quotas),
  handlers: (needs: ImportNeeds) => [...importHandlers(needs), ...importWorkerHandlers(needs)],
  jobs: importJobs,
  pages: ["/records/import"],
  housekeeping: [
    // A part holds up to 700 kB.
    removeRows("imports.old_parts", "import_parts", OLD, 100),
    giveBackPages("imports.empty_parts", "import_parts"),
    removeRows("imports.old_keys", "import_keys", OLD),
    removeRows("imports.old_errors", "import_errors", OLD),
  ],
});
