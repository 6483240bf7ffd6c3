import { defineFeature } from "../../kernel/feature.ts";
import * as events from "./events.ts";
import { memberHandlers } from "./handlers.ts";
import * as operations from "./operations.ts";

/**
 * Members: the people of a company, their two roles, and who is disabled. The last active Admin can be neither demoted
 * nor disabled.
 */
export const feature = defineFeature({
  operations,
  events,
  handlers: memberHandlers,
  pages: ["/profile", "/company/members"],
});
