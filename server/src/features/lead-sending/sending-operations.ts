import { z } from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import { unparsed } from "../../platform/unparsed.ts";
import { deliveryId } from "./ids.ts";
import type { Outcome } from "./send/outcome.ts";
import type { HopToSend } from "./send/prepare.ts";

// What the worker does. Nobody else can call these, so what it hands over is not parsed value by value.

export const claimDeliveries = defineOperation({
  name: "leadSending.claimDeliveries",
  summary: "Take deliveries that are due, and those of a worker that died",
  access: "system",
  effect: "write",
  input: z.strictObject({ lease: z.string(), most: z.int(), room: z.record(z.string(), z.int()) }),
  output: z.strictObject({ hops: unparsed<HopToSend[]>() }),
});

export const recordDelivery = defineOperation({
  name: "leadSending.recordDelivery",
  summary: "Write down what became of a delivery; a lead that nobody took goes on",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: deliveryId, lease: z.string(), outcome: unparsed<Outcome>() }),
  output: z.strictObject({}),
});

export const noteArrival = defineOperation({
  name: "leadSending.noteArrival",
  summary: "Write down which company a lead comes from",
  access: "system",
  effect: "write",
  input: z.strictObject({
    hop_id: deliveryId,
    code_id: z.uuid(),
    from_company: z.uuid(),
    from_name: z.string(),
    via: z.array(z.string()),
  }),
  output: z.strictObject({}),
});

export const readReturns = defineOperation({
  name: "leadSending.readReturns",
  summary: "Leads that this company returns to the companies they came from",
  access: "system",
  effect: "read",
  input: z.strictObject({}),
  output: z.strictObject({ items: z.array(z.strictObject({ hop_id: deliveryId, from_company: z.uuid(), reason: z.string() })) }),
});

export const takeReturn = defineOperation({
  name: "leadSending.takeReturn",
  summary: "Take back a lead from the company that it was sent to",
  access: "system",
  effect: "write",
  input: z.strictObject({ hop_id: deliveryId, reason: z.string() }),
  output: z.strictObject({ refused: z.string().nullable() }),
});

export const closeReturn = defineOperation({
  name: "leadSending.closeReturn",
  summary: "Write down whether a returned lead was taken back",
  access: "system",
  effect: "write",
  input: z.strictObject({ hop_id: deliveryId, refused: z.string().nullable() }),
  output: z.strictObject({}),
});
