import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { conflict, forbidden, invalid, notFound } from "../../../kernel/errors.ts";
import * as store from "./store.ts";

/** Where a message is written: a channel, and the conversation if there is one, which is locked from now on. */
export interface Place {
  channel: store.WayOut;
  conversation: store.ConversationRow | undefined;
}

interface Asked {
  channel?: string | undefined;
  conversation?: string | undefined;
}

/** What the caller may not see does not exist for them. */
export async function findPlace({ tx, actor }: Call<Member>, { channel, conversation: conversationId }: Asked): Promise<Place> {
  const { companyId, userId } = actor;
  if (channel === undefined && conversationId === undefined)
    throw invalid([{ pointer: "/conversation", message: "Give a conversation to answer in, or a channel to begin one." }]);
  const conversation = conversationId === undefined ? undefined : await store.lockConversation(tx, companyId, conversationId);
  if (conversationId !== undefined && !conversation) throw notFound("Conversation");
  const found = await store.findWayOut(tx, companyId, channel ?? conversation?.channel_id ?? "", userId);
  if (found && conversation && found.id !== conversation.channel_id)
    throw invalid([{ pointer: "/channel", message: "The conversation is in another channel. Leave the channel out." }]);
  if (found && !(found.is_deleted && !conversation)) return { channel: found, conversation };
  if (channel !== undefined || !conversation) throw notFound("Channel");
  if (!conversation.is_shared) throw notFound("Conversation");
  throw forbidden("shared_only", "This conversation was shared with you to read. Only people who see its channel can answer in it.");
}

/** Nothing leaves through a channel that is gone, paused, or waits for somebody to sign in. One that fails is tried again. */
export function checkChannel({ channel }: Place): void {
  if (channel.is_deleted) throw conflict("channel_deleted", "The channel was deleted. Begin a new conversation in another channel.");
  if (channel.state === "paused") throw conflict("channel_paused", "The channel is paused. Resume it, then send.");
  if (channel.state === "needs_sign_in")
    throw conflict("channel_needs_sign_in", "The channel needs somebody to sign in again. Until then nothing is sent.");
}
