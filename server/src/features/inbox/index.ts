import type { OtherUndo } from "../records/index.ts";
import { undo } from "./operations.ts";
import { cancelMessage } from "./send/operations.ts";

/** Lets the undo of records take back what a call did in the inbox. Loaded when it is asked for. */
export const inboxUndo: OtherUndo = {
  subjectTypes: ["cnv", "msg"],
  undoes: [undo.name, cancelMessage.name],
  run: async (call, operationId) => (await import("./change/undo-call.ts")).undoInInbox(call, operationId),
};

export { messagesSeen } from "./file-rule.ts";
export { createUnsubscribing, type ShownLink, type Unsubscribing } from "./send/unsubscribe.ts";
export { draftsSeenBy } from "./work/drafts.ts";
export { watchPresence, type PresenceWatch, type Watcher } from "./work/watch-presence.ts";
export { startTaking } from "./take/start-taking.ts";
