import { defineFeature } from "../../kernel/feature.ts";
import * as events from "./events.ts";
import { duplicateHandlers } from "./handlers.ts";
import * as operations from "./operations.ts";

/** Duplicates: pairs of records that are likely the same, found by what they share, and the pairs that somebody said are not. */
export const feature = defineFeature({
  operations,
  events,
  handlers: duplicateHandlers,
  pages: ["/records/{type}/duplicates"],
});
