import { defineFeature } from "../../kernel/feature.ts";
import { removeRows } from "../../platform/housekeeping.ts";
import * as events from "./events.ts";
import { memberHandlers } from "./handlers.ts";
import * as operations from "./operations.ts";
import { memberJobs } from "./verify-email.ts";

/**
 * Members: the people of a company, their two roles, who is disabled, and whether their address is verified. The last active Admin can
 * be neither demoted nor disabled.
 */
export const feature = defineFeature({
  operations,
  events,
  handlers: memberHandlers,
  jobs: memberJobs,
  pages: ["/profile", "/company/members", "/verify-email"],
  housekeeping: [removeRows("members.expired_verifications", "email_verifications", "expires_at < now() - interval '1 day'")],
});
