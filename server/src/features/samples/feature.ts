import { defineFeature } from "../../kernel/feature.ts";
import * as events from "./events.ts";
import { sampleHandlers } from "./handlers.ts";
import { sampleJobs } from "./jobs.ts";
import * as operations from "./operations.ts";

/**
 * Samples: a believable year of records for a company that has none yet, to look around in. A load is one operation, so the log
 * knows exactly which records it made; removing takes those away and leaves what somebody has made their own.
 */
export const feature = defineFeature({
  operations,
  events,
  handlers: sampleHandlers,
  jobs: sampleJobs,
});
