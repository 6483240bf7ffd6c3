import { defineFeature } from "../../kernel/feature.ts";
import { removeRows } from "../../platform/housekeeping.ts";
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
    // The newest of the expired ones stays: the chain that is left begins with it.
    removeRows(
      "events.seals",
      "event_seals",
      `exists (select from event_seals newer where newer.company_id = event_seals.company_id and newer.number = event_seals.number + 1
         and newer.hour < now() - interval '460 days')`,
    ),
    removeRows("events.undone", "undone_operations", "at < now() - interval '90 days'"),
  ],
});
