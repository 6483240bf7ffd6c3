import { z } from "zod";
import { defineOperation, schemaNames } from "../../../kernel/operation.ts";
import { id, operationId, sampleId, time } from "../../../platform/ids.ts";
import { fileId } from "../../files/operations.ts";
import { conversationId, messageId } from "../ids.ts";
import { OUT_STATES } from "./states.ts";

const channelId = id("chn", "channel");

const PURPOSES = ["personal", "outreach"] as const;
const MAX_TEXT = 100_000;
const MAX_HTML = 400_000;
const MAX_RECIPIENTS = 100;
const MAX_FILES = 100;

/** What becomes a header: a line break in it would begin another header. */
const oneLine = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, "One line, without control characters.");

const address = oneLine(320).min(1);
const addresses = z.array(address).max(MAX_RECIPIENTS);
const purpose = z.enum(PURPOSES);
const template = z
  .strictObject({
    name: oneLine(512).min(1),
    language: z.string().regex(/^[A-Za-z]{2,3}(_[A-Za-z0-9]{2,8})?$/, "Such as en or pt_BR."),
    values: z.array(z.string().max(1_024)).max(20).default([]).describe("In place of {{1}}, {{2}}"),
  })
  .register(schemaNames, { name: "MessageTemplate" });

const content = {
  to: addresses.optional().describe("Addresses. Left out in a conversation: whoever wrote last"),
  cc: addresses.optional(),
  subject: oneLine(500).optional().describe("Left out in a conversation: the same subject"),
  text: z.string().max(MAX_TEXT),
  html: z.string().max(MAX_HTML).optional().describe("The same for mail programs that show HTML. Unsafe parts are removed"),
  files: z.array(fileId).max(MAX_FILES).optional().describe("Files that you uploaded or may see"),
};

const sendAt = time.describe("Not before this time, at most a year ahead");
const seen = messageId.describe("The newest message you have read. If there is a newer one, nothing is sent");

/** A message that was written, and whether it can still be cancelled. */
const WrittenMessage = z
  .strictObject({
    id: messageId,
    conversation: conversationId,
    state: z.enum(OUT_STATES),
    send_at: time.nullable().describe("When it is sent. Until then it can be cancelled"),
    operation_id: operationId,
  })
  .register(schemaNames, { name: "WrittenMessage" });

export const writeMessage = defineOperation({
  name: "inbox.writeMessage",
  summary: "Write a message: it is sent 10 seconds later, and can be cancelled until then",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/messages", status: 202 },
  example: { conversation: sampleId("cnv"), text: "Thank you. Your order leaves tomorrow.", seen: sampleId("msg") },
  input: z.strictObject({
    channel: channelId.optional().describe("To begin a conversation"),
    conversation: conversationId.optional().describe("To answer in one"),
    ...content,
    template: template.optional().describe("For WhatsApp, when the last message from them is older than 24 hours"),
    purpose: purpose.optional().describe("personal: to one person, about their matter. outreach: needs consent, and can be unsubscribed"),
    send_at: sendAt.optional(),
    seen: seen.optional(),
    is_draft: z.boolean().default(false).describe("Keep it as a draft. Nothing is sent"),
  }),
  output: WrittenMessage,
});

export const updateDraft = defineOperation({
  name: "inbox.updateDraft",
  summary: "Change a draft; what is left out stays",
  access: "member",
  effect: "write",
  rest: { method: "PATCH", path: "/messages/{id}" },
  example: { id: sampleId("msg", 2), text: "Thank you. Your order leaves today." },
  input: z.strictObject({ id: messageId, ...z.object(content).partial().shape }),
  output: WrittenMessage,
});

export const sendMessage = defineOperation({
  name: "inbox.sendMessage",
  summary: "Send a draft, or send a message again that failed or may not have left",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/messages/{id}/send", status: 202 },
  example: { id: sampleId("msg", 2) },
  input: z.strictObject({ id: messageId, send_at: sendAt.optional(), seen: seen.optional() }),
  output: WrittenMessage,
});

export const cancelMessage = defineOperation({
  name: "inbox.cancelMessage",
  summary: "Cancel a message before it is sent, or delete a draft",
  access: "member",
  effect: "destroy",
  rest: { method: "DELETE", path: "/messages/{id}", status: 204 },
  example: { id: sampleId("msg", 2) },
  input: z.strictObject({ id: messageId }),
  output: z.strictObject({}),
});

export const assistMessage = defineOperation({
  name: "inbox.assistMessage",
  summary: "Write a message for a person: a draft, unless it is to be sent",
  access: "member",
  effect: "write",
  tool: {
    name: "write_message",
    title: "Write message",
    describe:
      "Answer a conversation, or write to an address. It becomes a draft that a person sends, unless send is true: use that only if the user asked you to send. Read the conversation first, and give its newest message as seen.",
    asksFirst: ({ send }) => (send ? "Send this message to people outside the company?" : undefined),
    reachesOut: true,
  },
  example: { conversation: sampleId("cnv"), text: "Thank you. Your order leaves tomorrow." },
  input: z.strictObject({
    conversation: conversationId.optional(),
    channel: channelId.optional().describe("To begin a conversation"),
    to: addresses.optional(),
    subject: content.subject,
    text: content.text.min(1),
    template: template.optional().describe("WhatsApp after 24 hours: sent in place of text"),
    purpose: purpose.optional(),
    seen: messageId.optional().describe("Needed to send in a conversation"),
    send: z.boolean().default(false),
  }),
  output: WrittenMessage,
});
