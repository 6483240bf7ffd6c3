import { defineFeature } from "../../kernel/feature.ts";
import { removeRows } from "../../platform/housekeeping.ts";
import * as events from "./events.ts";
import { companyHandlers } from "./handlers.ts";
import { companyJobs } from "./jobs.ts";
import * as operations from "./operations.ts";
import * as settings from "./settings.ts";
import { startingTypes } from "./starting-types.ts";

const UNFINISHED = "is_waiting and created_at < now() - interval '2 days'";
const OF_UNFINISHED = `company_id in (select id from companies where ${UNFINISHED})`;

/** Companies: the tenant. Signing up makes one with its first Admin; everything else in the database belongs to one. */
export const feature = defineFeature({
  operations,
  events,
  settings,
  provides: ({ SIGN_UP }) => ({ signUp: SIGN_UP }),
  handlers: companyHandlers,
  jobs: companyJobs,
  reactions: [startingTypes],
  pages: ["/sign-up", "/finish-sign-up", "/set-up", "/company"],
  // What belongs to a company that nobody finished, then the company. Its sign-up goes with it.
  housekeeping: [
    removeRows("companies.unfinished_jobs", "jobs", OF_UNFINISHED),
    removeRows("companies.unfinished_cursors", "log_cursors", OF_UNFINISHED),
    removeRows("companies.unfinished", "companies", UNFINISHED),
  ],
});
