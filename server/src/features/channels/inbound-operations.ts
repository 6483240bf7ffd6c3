import { z } from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import { sampleId } from "../../platform/ids.ts";
import { ApiMessage, ApiStatus } from "./inputs.ts";
import { channelId, itemId } from "./shapes.ts";

const MAX_STATUSES = 100;

export const putInbound = defineOperation({
  name: "channels.putInbound",
  summary: "Bring a message into an API channel; the same external id twice is one message",
  access: "member",
  effect: "write",
  rest: { method: "PUT", path: "/channels/{id}/inbound/{external_id}", status: 202 },
  example: {
    id: sampleId("chn"),
    external_id: "fair-4711",
    from: { address: "ines@vosmetering.example", name: "Ines Vos" },
    text: "Could you send the data sheet again?",
    thread: "visitor-88",
  },
  input: z.strictObject({
    id: channelId,
    external_id: z.string().min(1).max(200).describe("Your own id of the message"),
    ...ApiMessage.shape,
  }),
  output: z.strictObject({ item: itemId, is_new: z.boolean().describe("False: it was here already, and nothing was changed") }),
});

export const putStatuses = defineOperation({
  name: "channels.putStatuses",
  summary: "Say what became of messages of an API channel, in any order and repeated",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/channels/{id}/statuses", status: 202 },
  example: { id: sampleId("chn"), statuses: [{ message: sampleId("msg"), state: "delivered" }] },
  input: z.strictObject({ id: channelId, statuses: z.array(ApiStatus).min(1).max(MAX_STATUSES) }),
  output: z.strictObject({ accepted: z.int().describe("How many of them were new") }),
});
