import { defineFeature } from "../../kernel/feature.ts";
import { removeRows } from "../../platform/housekeeping.ts";
import * as events from "./events.ts";
import { exportHandlers } from "./handlers.ts";
import { exportJobs } from "./jobs.ts";
import * as operations from "./operations.ts";
import * as quotas from "./quotas.ts";

/**
 * Exports: the records of a type as a CSV file, for a person who has just entered their password, and for nobody else. Cells that a
 * spreadsheet would run as formulas are guarded; an import reads back exactly the values that were written.
 */
export const feature = defineFeature({
  operations,
  events,
  quotas: Object.values(quotas),
  handlers: exportHandlers,
  jobs: exportJobs,
  // A part holds up to a megabyte of text, so a batch is fewer of them.
  housekeeping: [removeRows("exports.old_parts", "export_parts", "created_at < now() - interval '7 days'", 100)],
});
