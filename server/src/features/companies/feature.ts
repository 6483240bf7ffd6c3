import { defineFeature } from "../../kernel/feature.ts";
import * as events from "./events.ts";
import { companyHandlers } from "./handlers.ts";
import * as operations from "./operations.ts";

/** Companies: the tenant. Signing up makes one with its first Admin; everything else in the database belongs to one. */
export const feature = defineFeature({
  operations,
  events,
  handlers: companyHandlers,
  pages: ["/sign-up", "/company"],
});
