import { z } from "zod";
import { defineOperation, schemaNames } from "../../kernel/operation.ts";
import { sampleId, time } from "../../platform/ids.ts";
import { channelId } from "../channels/shapes.ts";
import { fileId } from "../files/operations.ts";
import { memberId } from "../members/operations.ts";
import { conversationId, messageId } from "./ids.ts";

const MAX_TEXT = 200_000;
const MAX_ADDRESSES = 10_000;
const MAX_FILES = 100;

const written = {
  text: z.string().max(MAX_TEXT),
  to: z.string().max(MAX_ADDRESSES).describe("As typed"),
  cc: z.string().max(MAX_ADDRESSES).describe("As typed"),
  subject: z.string().max(1_000),
  seen: messageId.nullable().describe("The newest message there was when it was begun"),
};

const Draft = z
  .strictObject({
    ...written,
    files: z.array(z.strictObject({ id: fileId, name: z.string(), type: z.string(), size: z.int() })),
    updated_at: time,
  })
  .register(schemaNames, { name: "MessageDraft" });

export const getDraft = defineOperation({
  name: "inbox.getDraft",
  summary: "What you have begun to write in a conversation",
  access: "member",
  effect: "read",
  input: z.strictObject({ id: conversationId }),
  output: z.strictObject({ draft: Draft.nullable() }),
  example: { id: sampleId("cnv") },
});

export const saveDraft = defineOperation({
  name: "inbox.saveDraft",
  summary: "Keep what you have begun to write in a conversation; empty throws it away",
  access: "member",
  effect: "write",
  input: z.strictObject({
    id: conversationId,
    text: written.text.default(""),
    to: written.to.default(""),
    cc: written.cc.default(""),
    subject: written.subject.default(""),
    seen: written.seen.default(null),
    files: z.array(fileId).max(MAX_FILES).default([]),
  }),
  output: z.strictObject({ draft: Draft.nullable() }),
  example: { id: sampleId("cnv"), text: "Dear Anneke," },
});

const Signature = z
  .strictObject({ channel: channelId.nullable().describe("Null: for every channel without one of its own"), text: z.string() })
  .register(schemaNames, { name: "Signature" });

export const listSignatures = defineOperation({
  name: "inbox.listSignatures",
  summary: "Your signatures, for all channels and for single ones",
  access: "member",
  effect: "read",
  input: z.strictObject({}),
  output: z.strictObject({ items: z.array(Signature) }),
});

export const saveSignature = defineOperation({
  name: "inbox.saveSignature",
  summary: "Set your signature for a channel, or for all; empty removes it",
  access: "member",
  effect: "write",
  input: z.strictObject({ channel: channelId.nullable(), text: z.string().trim().max(2_000) }),
  output: z.strictObject({ items: z.array(Signature) }),
});

const minutes = z.int().min(1).max(20_160);
const policy = {
  is_on: z.boolean(),
  first_minutes: minutes.describe("Of working time, until the first answer in a conversation is due"),
  next_minutes: minutes.describe("Of working time, until every further answer is due"),
};
const ClockPolicy = z.strictObject(policy).register(schemaNames, { name: "InboxClockPolicy" });

export const getClockPolicy = defineOperation({
  name: "inbox.getClockPolicy",
  summary: "How fast messages must be answered",
  access: "member",
  effect: "read",
  input: z.strictObject({}),
  output: ClockPolicy,
});

export const saveClockPolicy = defineOperation({
  name: "inbox.saveClockPolicy",
  summary: "Say how fast messages must be answered, in working hours",
  access: "admin",
  effect: "write",
  input: z.strictObject(policy),
  output: ClockPolicy,
});

export const replyTimes = defineOperation({
  name: "inbox.replyTimes",
  summary: "How fast first messages were answered today, and how fast they should be",
  access: "member",
  effect: "read",
  input: z.strictObject({}),
  output: z.strictObject({
    first_reply_minutes: z.int().nullable().describe("Working time: half of the first answers were faster. null: there is none today"),
    goal_minutes: z.int().nullable().describe("null: the company has none"),
  }),
});

export const attend = defineOperation({
  name: "inbox.attend",
  summary: "Say that you have a conversation open; answers who else has",
  access: "member",
  effect: "write",
  input: z.strictObject({ id: conversationId, doing: z.enum(["reading", "writing", "gone"]) }),
  output: z.strictObject({
    others: z.array(z.strictObject({ id: memberId, name: z.string(), doing: z.enum(["reading", "writing"]) })),
  }),
  example: { id: sampleId("cnv"), doing: "reading" },
});

export const announceOverdue = defineOperation({
  name: "inbox.announceOverdue",
  summary: "Announce conversations whose answer is overdue",
  access: "system",
  effect: "write",
  input: z.strictObject({ most: z.int().min(1).max(500) }),
  output: z.strictObject({ announced: z.int() }),
});
