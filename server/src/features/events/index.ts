/**
 * The event log: one append-only table that is the audit trail now, and later the timeline, the source of webhooks and
 * the change feed. Nobody can change or remove a row; months older than the audit period are dropped whole.
 */
export { eventHandlers } from "./handlers.ts";
export { appendEvents, eventsAfter, eventsOf, eventsOfOperation, touchedByOthers, type ListedEvent } from "./store.ts";

export const eventHousekeeping = "select events_keep_partitions()";
