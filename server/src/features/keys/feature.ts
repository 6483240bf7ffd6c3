import { defineFeature } from "../../kernel/feature.ts";
import { removeRows } from "../../platform/housekeeping.ts";
import * as events from "./events.ts";
import { keyHandlers } from "./handlers.ts";
import * as operations from "./operations.ts";
import * as quotas from "./quotas.ts";

/**
 * API keys: 64 characters that let a program act with its owner's rights. They are created and deleted in the web application
 * only, shown once, stored as a hash, and looked up with the owner's rights on every call.
 */
export const feature = defineFeature({
  operations,
  events,
  quotas: Object.values(quotas),
  handlers: keyHandlers,
  pages: ["/profile/api", "/company/keys", "/docs/api-keys", "/docs/connect/{page}"],
  housekeeping: [removeRows("keys.old_usage", "key_usage", "day < current_date - 35")],
});
