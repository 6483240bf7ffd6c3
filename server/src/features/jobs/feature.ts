import { defineFeature } from "../../kernel/feature.ts";
import { removeRows } from "../../platform/housekeeping.ts";
import * as events from "./events.ts";
import { jobHandlers } from "./handlers.ts";
import * as operations from "./operations.ts";

/** Background work as an Admin sees it: failed jobs, their reasons, and a retry. The queue itself is `platform/jobs`. */
export const feature = defineFeature({
  operations,
  events,
  provides: () => ({ keepFailedJob: operations.keepFailed }),
  handlers: jobHandlers,
  pages: ["/company/jobs"],
  // A failed job is shown for 30 days.
  housekeeping: [removeRows("jobs.old_failed", "jobs", "state = 'failed' and failed_at < now() - interval '30 days'")],
});
