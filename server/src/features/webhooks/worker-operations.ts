import { z } from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import { unparsed } from "../../platform/unparsed.ts";
import type { Batch, BatchResult } from "./deliver/batch.ts";
import { replayId } from "./delivery-operations.ts";
import { webhookId } from "./operations.ts";

// What the worker does. Nobody else can call these, so a batch is not parsed value by value.

export const readBatch = defineOperation({
  name: "webhooks.readBatch",
  summary: "The next messages of a webhook that this worker has leased; keeps their bodies",
  access: "system",
  effect: "read",
  needsWriteTransaction: true,
  input: z.strictObject({ id: webhookId, lease: z.string(), max_messages: z.int() }),
  output: z.strictObject({ batch: unparsed<Batch | null>() }),
});

export const recordBatch = defineOperation({
  name: "webhooks.recordBatch",
  summary: "Write down what became of messages, and move on in the log",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: webhookId, lease: z.string(), result: unparsed<BatchResult>() }),
  output: z.strictObject({ lease: z.enum(["kept", "later", "done"]) }),
});

export const disable = defineOperation({
  name: "webhooks.disable",
  summary: "Turn off a webhook that cannot go on, and tell its owner",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: webhookId, reason: z.string() }),
  output: z.strictObject({}),
});

export const stepReplay = defineOperation({
  name: "webhooks.stepReplay",
  summary: "Hand over the next messages of a replay",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: replayId }),
  output: z.strictObject({}),
});

export const failReplay = defineOperation({
  name: "webhooks.failReplay",
  summary: "End a replay that cannot go on",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: replayId }),
  output: z.strictObject({}),
});

export const clearDeliveries = defineOperation({
  name: "webhooks.clearDeliveries",
  summary: "Remove a part of the delivery log of a webhook that is gone",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: webhookId }),
  output: z.strictObject({ is_done: z.boolean() }),
});

export const readWarning = defineOperation({
  name: "webhooks.readWarning",
  summary: "Whom to tell about a webhook that does not get through, and what",
  access: "system",
  effect: "read",
  input: z.strictObject({ id: webhookId }),
  output: z.strictObject({
    warning: z.strictObject({ email: z.string(), name: z.string(), company: z.string(), reason: z.string() }).nullable(),
  }),
});
