import type { FileRules } from "../files/index.ts";
import type { OtherUndo } from "../records/index.ts";
import { messagesSeen } from "./file-rule.ts";
import { undo } from "./operations.ts";
import { cancelMessage } from "./send/operations.ts";
import { draftsSeenBy } from "./work/drafts.ts";

/** Who may download what shows a file, by the prefix of its id. */
const fileRules: FileRules = { msg: messagesSeen, drf: draftsSeenBy };

/** Lets the undo of records take back what a call did in the inbox. Loaded when it is asked for. */
const otherUndo: OtherUndo = {
  subjectTypes: ["cnv", "msg"],
  undoes: [undo.name, cancelMessage.name],
  run: async (call, operationId) => (await import("./change/undo-call.ts")).undoInInbox(call, operationId),
};

/** What the inbox tells files and records, which do not know it. */
export const inboxServices = () => ({ fileRules, otherUndo });
