import { z } from "zod";
import { defineOperation } from "../../../kernel/operation.ts";
import { unparsed } from "../../../platform/unparsed.ts";
import { messageId } from "../ids.ts";
import type { Outgoing } from "./claim.ts";
import type { Outcome } from "./outcomes.ts";

// What the worker and our own pages do. Nobody else can call these, so what they hand over is not parsed value by value.

export const claimMessages = defineOperation({
  name: "inbox.claimMessages",
  summary: "Take messages that are due; those of a worker that died become unknown",
  access: "system",
  effect: "write",
  input: z.strictObject({ lease: z.string(), most: z.int(), room: z.record(z.string(), z.int()) }),
  output: z.strictObject({ messages: unparsed<Outgoing[]>() }),
});

export const recordOutcome = defineOperation({
  name: "inbox.recordOutcome",
  summary: "Write down what became of a message that was being sent",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: messageId, lease: z.string(), outcome: unparsed<Outcome>() }),
  output: z.strictObject({}),
});

export const withdrawByLink = defineOperation({
  name: "inbox.withdrawByLink",
  summary: "Somebody unsubscribed with the link of a message",
  access: "system",
  effect: "write",
  input: z.strictObject({ token_hash: z.string() }),
  output: z.strictObject({}),
});
