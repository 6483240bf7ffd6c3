import type { HousekeepingTask } from "../../platform/housekeeping.ts";

/**
 * The event log: one append-only table that is the audit trail, the timeline, the change feed and what open browsers follow.
 * Nobody can change or remove a row; months older than the audit period are dropped whole.
 */
export { eventHandlers } from "./handlers.ts";
export { beginning, createTail, type Listener, type Position, type Tail } from "./tail.ts";
export {
  appendEvents,
  eventsAfter,
  eventsOf,
  eventsOfOperation,
  firstOfOperation,
  latestEvents,
  touchedByOthers,
  type ListedEvent,
} from "./store.ts";

/** Makes the partitions of the months ahead and drops those past keeping: one partition per batch. */
export const eventHousekeeping: HousekeepingTask[] = [
  { name: "events.partitions", batch: "select from events_keep_partitions() as changed where changed > 0 limit $1" },
];
