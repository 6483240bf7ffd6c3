import { z } from "zod";
import { defineOperation, schemaNames } from "../../../kernel/operation.ts";
import { id, sampleId, time } from "../../../platform/ids.ts";
import { fileId } from "../../files/operations.ts";
import { conversationId, messageId } from "../ids.ts";

const channelId = id("chn", "channel");
const MAX_AT_ONCE = 100;

/** A message for a program that sends for an API channel. */
const OutboundMessage = z
  .strictObject({
    id: messageId.describe("Give it back with each status"),
    conversation: conversationId,
    to: z.array(z.string()),
    subject: z.string(),
    text: z.string(),
    html: z.string().nullable(),
    files: z.array(z.strictObject({ id: fileId, name: z.string(), type: z.string() })),
    written_at: time,
  })
  .register(schemaNames, { name: "OutboundMessage" });

export const takeOutbound = defineOperation({
  name: "inbox.takeOutbound",
  summary: "Take the messages that an API channel has to send; each is given once",
  access: "admin",
  effect: "write",
  rest: { method: "POST", path: "/channels/{id}/outbound" },
  example: { id: sampleId("chn"), limit: 20 },
  input: z.strictObject({ id: channelId, limit: z.int().min(1).max(MAX_AT_ONCE).default(20) }),
  output: z.strictObject({ items: z.array(OutboundMessage) }),
});

const AutoReply = z
  .strictObject({ text: z.string().nullable().describe("Null: nothing is answered by itself"), updated_at: time.nullable() })
  .register(schemaNames, { name: "AutoReply" });

export const getAutoReply = defineOperation({
  name: "inbox.getAutoReply",
  summary: "Read what a channel answers by itself",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/channels/{id}/auto-reply" },
  example: { id: sampleId("chn") },
  input: z.strictObject({ id: channelId }),
  output: AutoReply,
});

export const setAutoReply = defineOperation({
  name: "inbox.setAutoReply",
  summary: "Set what a channel answers by itself to the first message of a conversation",
  access: "admin",
  effect: "write",
  rest: { method: "PUT", path: "/channels/{id}/auto-reply" },
  example: { id: sampleId("chn"), text: "Thank you for your email. We answer within one working day." },
  input: z.strictObject({ id: channelId, text: z.string().trim().max(5_000).nullable().describe("Null or empty: nothing") }),
  output: AutoReply,
});
