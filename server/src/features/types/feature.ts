import { defineFeature } from "../../kernel/feature.ts";
import * as events from "./events.ts";
import { typeHandlers } from "./handlers.ts";
import { typeJobs } from "./jobs.ts";
import * as operations from "./operations.ts";
import * as quotas from "./quotas.ts";
import { createSchemas } from "./schema.ts";

/**
 * Types and their fields: what a company's records are made of. They are data, and each company changes its own; changing a field never
 * loses a value silently, because options and fields are retired, not removed.
 */
export const feature = defineFeature({
  operations,
  events,
  quotas: Object.values(quotas),
  provides: () => ({ schemas: createSchemas() }),
  handlers: typeHandlers,
  jobs: typeJobs,
  pages: ["/company/data-model"],
});
