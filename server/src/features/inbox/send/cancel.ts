import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { conflict } from "../../../kernel/errors.ts";
import { dropUses } from "../../../platform/files/uses.ts";
import { messageId } from "../ids.ts";
import { refresh } from "../change/move-store.ts";
import { messageCancelled } from "../events.ts";
import * as queue from "./queue-store.ts";
import * as store from "./store.ts";
import { lockOwn } from "./write.ts";

/** Takes a message back that nobody has begun to send, or deletes a draft. */
export async function cancelMessage(call: Call<Member>, id: string): Promise<void> {
  const { tx, actor } = call;
  const { companyId } = actor;
  const { place, message } = await lockOwn(call, id);
  const { conversation } = place;
  if (message.state === "draft") {
    await dropUses(tx, companyId, messageId.encode(id));
    await store.removeDraft(tx, companyId, id);
    await store.removeIfEmpty(tx, companyId, conversation.id);
    return;
  }
  const waiting = await queue.lockSending(tx, companyId, id);
  if (!waiting?.next_at || message.state !== "queued")
    throw conflict("too_late", "This message was sent, or is being sent. It cannot be cancelled any more.");
  const { conversation: was, message: became } = waiting.before ?? {};
  await queue.cancelSending(tx, companyId, id, became ?? { state: "cancelled", error: null });
  if (was?.id === conversation.id) await queue.restoreConversation(tx, companyId, conversation.id, id, was, became === undefined);
  // It was moved since: how its old conversation was says nothing about this one.
  else if (was) await refresh(tx, companyId, [conversation.id]);
  const data = { channel: place.channel.id, conversation: conversation.id, is_shared: conversation.is_shared };
  await call.emit(messageCancelled, { subjectId: id, data });
}
