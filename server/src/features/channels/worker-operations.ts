import { z } from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import { CAUSES, channelId, EmailSettings, SIGN_INS } from "./shapes.ts";

// What the worker does. Nobody else can call these.

const StoredCredentials = z.union([
  z.strictObject({ password: z.string() }),
  z.strictObject({ refreshToken: z.string(), accessToken: z.string().optional(), accessUntil: z.string().optional() }),
]);

export const openAccount = defineOperation({
  name: "channels.openAccount",
  summary: "What a worker signs in to a mailbox with",
  access: "system",
  effect: "read",
  hasSecret: true,
  input: z.strictObject({ id: channelId }),
  output: z.strictObject({
    version: z.int(),
    address: z.string().nullable(),
    history_days: z.int(),
    settings: z.strictObject({ email: EmailSettings.optional(), sign_in: z.enum(SIGN_INS).optional(), mailbox_number: z.int().optional() }),
    credentials: StoredCredentials.nullable().describe("Null: stored with another KITH_SECRET"),
  }),
});

export const keepCredentials = defineOperation({
  name: "channels.keepCredentials",
  summary: "Keep a renewed token, unless the channel was changed meanwhile",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: channelId, version: z.int(), credentials: StoredCredentials }),
  output: z.strictObject({}),
});

const Trouble = z.strictObject({ cause: z.enum(CAUSES), words: z.string(), remedy: z.string() });

export const noteSending = defineOperation({
  name: "channels.noteSending",
  summary: "Write down that a mailbox can send, or what went wrong",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: channelId, trouble: Trouble.nullable() }),
  output: z.strictObject({}),
});

export const noteHealth = defineOperation({
  name: "channels.noteHealth",
  summary: "Write down that a channel was reached, or what went wrong",
  access: "system",
  effect: "write",
  input: z.strictObject({
    id: channelId,
    trouble: Trouble.nullable().describe("Null: it was reached"),
    lines: z.array(z.string()).optional().describe("Of the session, without secrets"),
  }),
  output: z.strictObject({ next_try_at: z.iso.datetime().nullable() }),
});
