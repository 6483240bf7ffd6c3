import { defineFeature } from "../../kernel/feature.ts";
import { removeRows } from "../../platform/housekeeping.ts";
import * as events from "./events.ts";
import { passwordHandlers } from "./handlers.ts";
import { passwordJobs } from "./jobs.ts";
import * as operations from "./operations.ts";

/**
 * Passwords: how they are kept, changed, and set anew with a link. A link works once, for 30 minutes, and only its hash
 * is stored. Where no mail is configured an Admin makes the link and hands it over.
 */
export const feature = defineFeature({
  operations,
  events,
  handlers: passwordHandlers,
  jobs: passwordJobs,
  pages: ["/forgot-password", "/reset-password"],
  housekeeping: [removeRows("passwords.expired_resets", "password_resets", "expires_at < now() - interval '1 day'")],
});
