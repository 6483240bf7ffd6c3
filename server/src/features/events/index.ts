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

export const eventHousekeeping = "select events_keep_partitions()";
