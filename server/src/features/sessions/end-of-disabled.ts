import type { Call } from "../../kernel/call.ts";
import { react } from "../../kernel/subscription.ts";
import { memberUpdated } from "../members/events.ts";
import * as store from "./store.ts";

/** A disabled member is signed out in the transaction that disables them. */
export const endOfDisabled = react({
  to: memberUpdated,
  async run(call: Call, updated) {
    if (call.actor.kind === "anonymous") return;
    for (const { subjectId, changes } of updated) {
      if (changes?.["disabled"]?.[1] === true) await store.removeAll(call.tx, call.actor.companyId, subjectId);
    }
  },
});
