export { beginning, createTail, type Listener, type Position, type Tail } from "./tail.ts";
export {
  appendEvents,
  countOperation,
  eventsAfter,
  eventsOf,
  eventsOfOperation,
  firstOfOperation,
  latestEvents,
  changedFields,
  touchedByOthers,
  sizesOfOperation,
  type FedEvent,
  type ListedEvent,
} from "./store.ts";
export { operationsInFull, walkOperations } from "./operation-store.ts";
export { noteUndone, undoneAmong } from "./undone.ts";
