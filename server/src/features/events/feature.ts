import { defineFeature } from "../../kernel/feature.ts";
import * as events from "./events.ts";
import { eventHandlers } from "./handlers.ts";
import * as operations from "./operations.ts";

/**
 * The event log: one append-only table that is the audit trail, the timeline, the change feed and what open browsers follow.
 * Nobody can change or remove a row; months older than the audit period are dropped whole.
 */
export const feature = defineFeature({
  operations,
  events,
  handlers: eventHandlers,
  pages: ["/company/activity"],
  housekeeping: [
    // Creates the partitions of the coming months and drops expired ones: one partition per batch.
    { name: "events.partitions", batch: "select from events_keep_partitions() as changed where changed > 0 limit $1" },
  ],
});
