export { createUnsubscribing } from "./send/unsubscribe.ts";
export { watchPresence, type PresenceWatch, type Watcher } from "./work/watch-presence.ts";
export { startTaking } from "./take/start-taking.ts";
export { checkQueue } from "./query/check-queue.ts";
