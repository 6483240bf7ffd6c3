import { defineFeature } from "../../kernel/feature.ts";
import { subscribe } from "../../kernel/subscription.ts";
import * as events from "./events.ts";
import { greetingHandlers } from "./handlers.ts";
import { greetingJobs } from "./jobs.ts";
import * as operations from "./operations.ts";

/** Greetings: an example with one of everything that a feature can have. */
export const feature = defineFeature({
  operations,
  events,
  handlers: greetingHandlers,
  jobs: greetingJobs,
  subscriptions: [subscribe({ name: "greetings.countSent", to: [events.greetingSent], handle: operations.countSent })],
  pages: ["/greetings"],
});
