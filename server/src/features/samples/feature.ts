import { defineFeature } from "../../kernel/feature.ts";
import * as events from "./events.ts";
import { sampleHandlers } from "./handlers.ts";
import { sampleJobs } from "./jobs.ts";
import * as operations from "./operations.ts";

/**
 * Samples: a believable year of records for a company that has none yet, to try the product. A load is one operation, so the log
 * knows which records it created. Removing deletes those, except for records that somebody has changed.
 */
export const feature = defineFeature({
  operations,
  events,
  handlers: sampleHandlers,
  jobs: sampleJobs,
});
