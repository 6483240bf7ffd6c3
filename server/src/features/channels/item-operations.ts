import { z } from "zod";
import { defineOperation, schemaNames } from "../../kernel/operation.ts";
import { sampleId, time } from "../../platform/ids.ts";
import { pageInput, pageOf } from "../../platform/paging.ts";
import { channelId, itemId } from "./shapes.ts";

export const ITEM_STATES = ["new", "done", "duplicate", "skipped", "failed"] as const;

/** Something that arrived, as the service keeps it. Nothing of its text is in it. */
const Item = z
  .strictObject({
    id: itemId,
    source_key: z.string().describe("Its name where it came from"),
    state: z.enum(ITEM_STATES),
    reason: z.string().nullable().describe("Why it could not be taken, or was skipped"),
    size: z.int().describe("In bytes"),
    attempts: z.int(),
    has_original: z.boolean().describe("Whether it can still be downloaded"),
    received_at: time,
  })
  .register(schemaNames, { name: "InboundItem" });

export const listItems = defineOperation({
  name: "channels.listItems",
  summary: "List what arrived in a channel, newest first; failed is what could not be taken",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/channels/{id}/items" },
  example: { id: sampleId("chn"), state: "failed", limit: 10 },
  input: z.strictObject({ id: channelId, state: z.enum(ITEM_STATES).default("failed"), ...pageInput }),
  output: pageOf(Item),
});

export const retryItem = defineOperation({
  name: "channels.retryItem",
  summary: "Take an item again that could not be taken",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/channels/{id}/items/{item}/tries" },
  example: { id: sampleId("chn"), item: sampleId("itm") },
  input: z.strictObject({ id: channelId, item: itemId }),
  output: Item,
});

export const readItem = defineOperation({
  name: "channels.readItem",
  summary: "A part of an item as it came; all parts, in order, are the original",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/channels/{id}/items/{item}/original" },
  example: { id: sampleId("chn"), item: sampleId("itm") },
  input: z.strictObject({ id: channelId, item: itemId, position: z.coerce.number().int().min(0).max(100_000_000).default(0) }),
  output: z.strictObject({
    name: z.string().describe("What to call the file"),
    type: z.string(),
    size: z.int().describe("Of the whole, in bytes"),
    base64: z.string(),
    next_position: z.int().nullable().describe("Where the next part begins; null: this is the last one"),
  }),
});
