import { z } from "zod";
import { defineEvent, type SentencePart } from "../../kernel/event.ts";
import { channelId } from "../channels/shapes.ts";
import { memberId } from "../members/operations.ts";
import { conversationId } from "./ids.ts";

// Ids and states only, never a subject, a text or an address: the log is kept longer than mail, and is read by more people.

/** `channel` limits who sees the event: only those who see the channel, or everyone where the conversation is shared. */
const inChannel = z.object({ channel: channelId, is_shared: z.boolean() });
const ofMessage = inChannel.extend({ conversation: conversationId });

const conversationEvent = <D extends z.ZodType>(type: string, label: string, summary: string, words: string, data: D) =>
  defineEvent({ type: `conversation.${type}`, subject: "cnv", summary, audience: "limited", label, sentence: () => [words], data });

export const conversationOpened = conversationEvent(
  "opened",
  "Conversation opened",
  "A conversation began, or is open again.",
  "opened a conversation",
  inChannel,
);
export const conversationAssigned = conversationEvent(
  "assigned",
  "Conversation assigned",
  "A conversation was given to someone, or to nobody.",
  "changed who answers a conversation",
  inChannel,
);
export const conversationSnoozed = conversationEvent(
  "snoozed",
  "Conversation snoozed",
  "A conversation was put off until a time or a reply.",
  "snoozed a conversation",
  inChannel,
);
export const conversationClosed = conversationEvent(
  "closed",
  "Conversation closed",
  "A conversation was closed, or marked as spam.",
  "closed a conversation",
  inChannel,
);
export const conversationOverdue = defineEvent({
  type: "conversation.overdue",
  subject: "cnv",
  summary: "The answer in a conversation is overdue.",
  audience: "limited",
  label: "Conversation overdue",
  sentence: () => ["A conversation waits for its answer for too long"],
  isImpersonal: true,
  data: inChannel,
});
export const inboxClockChanged = defineEvent({
  type: "inbox_clock.changed",
  subject: "com",
  summary: "How fast messages must be answered was changed.",
  audience: "everyone",
  label: "Time to answer changed",
  sentence: ({ data: { is_on: isOn, first_minutes: first } }) => [
    isOn ? `said that messages must be answered within ${first ?? "?"} minutes` : "turned the clock of the inbox off",
  ],
  data: z.object({ name: z.string(), is_on: z.boolean(), first_minutes: z.int(), next_minutes: z.int() }),
});
export const conversationUpdated = conversationEvent(
  "updated",
  "Conversation changed",
  "Tags, contact, records or sharing of a conversation changed.",
  "changed a conversation",
  inChannel,
);
export const conversationMerged = conversationEvent(
  "merged",
  "Conversations merged",
  "A conversation was merged into another.",
  "merged a conversation into another",
  inChannel.extend({ into: conversationId }),
);
export const conversationSplit = conversationEvent(
  "split",
  "Conversation split",
  "Messages of a conversation became one of their own.",
  "split a conversation",
  inChannel.extend({ from: conversationId }),
);
export const messageNoted = defineEvent({
  type: "message.noted",
  subject: "msg",
  summary: "A note was written in a conversation.",
  audience: "limited",
  label: "Note in a conversation",
  sentence: () => ["wrote a note in a conversation"],
  data: ofMessage.extend({ mentions: z.array(memberId) }),
});

export const messageReceived = defineEvent({
  type: "message.received",
  subject: "msg",
  summary: "A message came in.",
  audience: "limited",
  label: "Message received",
  sentence: () => ["A message came in"],
  isImpersonal: true,
  data: ofMessage,
});

const messageEvent = (type: string, label: string, summary: string, words: string) =>
  defineEvent({
    type: `message.${type}`,
    subject: "msg",
    summary,
    audience: "limited",
    label,
    sentence: (): SentencePart[] => [words],
    isImpersonal: true,
    data: ofMessage,
  });

export const messageDrafted = defineEvent({
  type: "message.drafted",
  subject: "msg",
  summary: "A message was written and kept as a draft. Nothing was sent.",
  audience: "limited",
  label: "Draft written",
  sentence: (): SentencePart[] => ["wrote a draft"],
  data: ofMessage,
});
export const messageQueued = defineEvent({
  type: "message.queued",
  subject: "msg",
  summary: "A message was written. It leaves at send_at, unless it is cancelled before.",
  audience: "limited",
  label: "Message queued",
  sentence: (): SentencePart[] => ["wrote a message"],
  data: ofMessage.extend({ send_at: z.iso.datetime() }),
});
export const messageCancelled = defineEvent({
  type: "message.cancelled",
  subject: "msg",
  summary: "A message was cancelled before it left.",
  audience: "limited",
  label: "Message cancelled",
  sentence: (): SentencePart[] => ["cancelled a message"],
  data: ofMessage,
});
export const messageSent = messageEvent("sent", "Message sent", "The other server took a message.", "A message was sent");
export const messageDelivered = messageEvent("delivered", "Message delivered", "A message arrived.", "A message was delivered");
export const messageRead = messageEvent("read", "Message read", "A message was read.", "A message was read");
export const messageFailed = messageEvent(
  "failed",
  "Message failed",
  "A message could not be sent, or came back.",
  "A message could not be sent",
);
export const messageUnknown = messageEvent(
  "unknown",
  "Message may have left",
  "Nobody knows whether a message left. It is not sent again by itself.",
  "Nobody knows whether a message left",
);
export const consentWithdrawn = defineEvent({
  type: "consent.withdrawn",
  subject: "cns",
  summary: "Somebody does not want to be written to any more.",
  audience: "everyone",
  label: "Consent withdrawn",
  sentence: (): SentencePart[] => ["Somebody does not want to be written to any more"],
  isImpersonal: true,
  data: z.object({ kind: z.string() }),
});
