import { defineFeature } from "../../kernel/feature.ts";
import * as events from "./events.ts";
import { viewHandlers } from "./handlers.ts";
import * as operations from "./operations.ts";
import * as quotas from "./quotas.ts";

/** Saved views: a filter, a sort, columns and a layout under a name; personal, or shared with the company. */
export const feature = defineFeature({
  operations,
  events,
  quotas: Object.values(quotas),
  handlers: viewHandlers,
});
