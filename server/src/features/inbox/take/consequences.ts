import type { System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { MINUTE_MS } from "../../../kernel/clock.ts";
import type { TakenItem, TakingChannel } from "../../channels/index.ts";
import { applyBounce } from "../send/apply-bounce.ts";
import { noteInSent } from "../send/apply-status.ts";
import { answerAutomatically, type FirstMessage } from "../send/auto-reply.ts";
import type { Taken, TakenMessage } from "./taken.ts";

/**
 * What taken mail means for what was sent from here: a copy in the folder of sent mail settles a message of which nobody knew whether it
 * left, a bounce makes it failed, and a first message may get the channel's own answer. In the transaction that takes the mail.
 */
export async function applyConsequences(
  call: Call<System>,
  channel: TakingChannel & { id: string },
  arrivals: TakenMessage[],
  duplicates: TakenItem[],
  taken: Taken[],
): Promise<void> {
  const known = new Set(duplicates.map(({ id }) => id));
  for (const { itemId, role, content } of arrivals)
    if (role === "sent" && known.has(itemId))
      await noteInSent(call, channel.id, { messageId: content.rfcId, kithMessage: content.kithMessage });
  for (const { incoming, isOut } of taken) if (incoming.bounce && !isOut) await applyBounce(call, channel.id, incoming.bounce);
  await answerAutomatically(
    call,
    channel.id,
    firstOf(taken, channel).map((first) => messageOf(channel, first)),
  );
}

/** The first message of each conversation that just began. What lay in the mailbox before, and what looks like spam, gets no answer. */
function firstOf(taken: Taken[], { created_at: connectedAt }: TakingChannel): Taken[] {
  // What comes in before the first session is read afterwards too, and is news all the same. Senders' clocks differ a little.
  const before = connectedAt.getTime() - MINUTE_MS;
  const begun = new Map<string, Taken>();
  for (const one of taken) {
    const { conversation, isNew } = one.chosen;
    const isAnswered = isNew && !one.isOut && !one.isJunk && !one.isOld && !(one.isHistory && one.incoming.at.getTime() < before);
    if (isAnswered && !begun.has(conversation.id)) begun.set(conversation.id, one);
  }
  return [...begun.values()];
}

function messageOf({ id, kind, name, address }: TakingChannel & { id: string }, { incoming, chosen }: Taken): FirstMessage {
  const { rfcId, from, subject, kind: sort, isList } = incoming;
  return { channel: { id, kind, name, address }, conversationId: chosen.conversation.id, rfcId, from, subject, kind: sort, isList };
}
