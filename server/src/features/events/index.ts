export { beginning, createTail, type Listener, type Position, type Tail } from "./tail.ts";
export {
  appendEvents,
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
export { latestOfPerson, latestOperations, operationsOfPerson } from "./operation-store.ts";
export { noteUndone, undoneAmong } from "./undone.ts";
