import { defineFeature } from "../../kernel/feature.ts";
import * as events from "./events.ts";
import { exportHandlers } from "./handlers.ts";
import { exportJobs } from "./jobs.ts";
import * as operations from "./operations.ts";

/**
 * Exports: the records of a type as a CSV file, for a person who has just shown their password, and for nobody else. Cells that a
 * spreadsheet would run are guarded; an import reads back exactly the values that were written.
 */
export const feature = defineFeature({
  operations,
  events,
  handlers: exportHandlers,
  jobs: exportJobs,
});
