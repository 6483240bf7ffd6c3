import { defineFeature } from "../../kernel/feature.ts";
import { removeRows } from "../../platform/housekeeping.ts";
import * as events from "./events.ts";
import { passwordHandlers } from "./handlers.ts";
import { passwordJobs } from "./jobs.ts";
import * as operations from "./operations.ts";

/**
 * Passwords: how they are stored, changed, and reset with a link. A link works once, for 30 minutes, and only its hash
 * is stored. Where no mail is configured an Admin creates the link and sends it to the member.
 */
export const feature = defineFeature({
  operations,
  events,
  handlers: passwordHandlers,
  jobs: passwordJobs,
  pages: ["/forgot-password", "/reset-password"],
  housekeeping: [removeRows("passwords.expired_resets", "password_resets", "expires_at < now() - interval '1 day'")],
});
