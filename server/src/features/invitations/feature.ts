import { defineFeature } from "../../kernel/feature.ts";
import * as events from "./events.ts";
import { invitationHandlers } from "./handlers.ts";
import { invitationJobs } from "./jobs.ts";
import * as operations from "./operations.ts";

/** Invitations: how people join an existing company. A link works once, for seven days, and only its hash is stored. */
export const feature = defineFeature({
  operations,
  events,
  handlers: invitationHandlers,
  jobs: invitationJobs,
  pages: ["/join"],
});
