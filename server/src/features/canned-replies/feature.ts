import { defineFeature } from "../../kernel/feature.ts";
import * as events from "./events.ts";
import { cannedReplyHandlers } from "./handlers.ts";
import * as operations from "./operations.ts";
import * as quotas from "./quotas.ts";

/**
 * Canned replies: texts for messages, shared or one's own, with variables that are filled in from the contact, the writer and the company.
 * A variable that has no value stays visible, and a text with one is not sent.
 */
export const feature = defineFeature({
  operations,
  events,
  quotas: Object.values(quotas),
  handlers: cannedReplyHandlers,
  pages: ["/company/canned-replies"],
});
