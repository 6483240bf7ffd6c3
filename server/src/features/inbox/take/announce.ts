import type { System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { conversationOpened, messageReceived } from "../events.ts";
import type { Taken } from "./taken.ts";
import type { Chosen } from "./threads.ts";

/** Ids and states only. Spam is announced to nobody. */
export async function announce(call: Call<System>, channelId: string, taken: Taken[], touched: Chosen[]): Promise<void> {
  const opened = touched.filter(({ isNew, isOpenedAgain, conversation }) => conversation.state === "open" && (isNew || isOpenedAgain));
  await call.emitAll(
    conversationOpened,
    opened.map(({ conversation: { id, is_shared } }) => ({ subjectId: id, data: { channel: channelId, is_shared } })),
  );
  const received = taken.filter(({ isOut, chosen }) => !isOut && chosen.conversation.state !== "spam");
  await call.emitAll(
    messageReceived,
    received.map(({ messageId, chosen: { conversation } }) => ({
      subjectId: messageId,
      data: { channel: channelId, is_shared: conversation.is_shared, conversation: conversation.id },
    })),
  );
}
