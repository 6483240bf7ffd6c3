import { defineFeature } from "../../kernel/feature.ts";
import { removeRows } from "../../platform/housekeeping.ts";
import { requestHandlers } from "./handlers.ts";
import * as operations from "./operations.ts";

/** The request log: the latest calls of one's own keys, to see what an integration sends and why it is refused. */
export const feature = defineFeature({
  operations,
  handlers: requestHandlers,
  pages: ["/profile/requests"],
  housekeeping: [removeRows("requests.old", "requests", "at < now() - interval '30 days'")],
});
