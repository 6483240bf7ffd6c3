import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { handle } from "../../../kernel/handle.ts";
import { cancelMessage } from "./cancel.ts";
import * as operations from "./operations.ts";
import { changeDraft, sendAgain, writeMessage, type WriteNeeds } from "./write.ts";

/** What people and programs write. */
export function sendHandlers(needs: WriteNeeds) {
  return handle(operations, {
    writeMessage: (call, { send_at: sendAt, is_draft: isDraft, ...asked }) => writeMessage(needs, call, { ...asked, sendAt, isDraft }),

    updateDraft: (call, { id, ...change }) => changeDraft(needs, call, id, change),

    sendMessage: (call, { id, seen, send_at: sendAt }) => sendAgain(needs, call, { id, seen, sendAt }),

    async cancelMessage(call: Call<Member>, { id }) {
      await cancelMessage(call, id);
      return {};
    },

    assistMessage: (call, { send, ...asked }) => writeMessage(needs, call, { ...asked, isDraft: !send }),
  });
}
