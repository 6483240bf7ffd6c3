import { defineFeature } from "../../kernel/feature.ts";
import * as events from "./events.ts";
import { jobHandlers } from "./handlers.ts";
import * as operations from "./operations.ts";

/** What an Admin sees of background work: the jobs that were given up, why, and another try. The queue itself is `platform/jobs`. */
export const feature = defineFeature({ operations, events, handlers: jobHandlers });
