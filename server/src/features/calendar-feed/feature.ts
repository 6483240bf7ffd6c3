import { defineFeature } from "../../kernel/feature.ts";
import * as events from "./events.ts";
import { calendarFeedHandlers } from "./handlers.ts";
import * as operations from "./operations.ts";

/** Calendar: a member's open tasks in their own calendar program, by an address that is a secret and can be deleted. */
export const feature = defineFeature({
  operations,
  events,
  handlers: calendarFeedHandlers,
  pages: ["/profile/calendar"],
});
