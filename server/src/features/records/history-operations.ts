import { z } from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import { operationId, sampleId } from "../../platform/ids.ts";
import { pageInput, pageOf } from "../../platform/paging.ts";
import { recordId, recordIdInput, type } from "./inputs.ts";
import { Change, RecordOperation, TimelineEntry, UndoCheck } from "./shapes.ts";

export const undo = defineOperation({
  name: "records.undo",
  summary: "Undo an operation by its id",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/operations/{id}/undo" },
  tool: {
    name: "undo",
    title: "Undo",
    describe:
      "Undo one change, of many records or conversations too, or a message that has not left, by its operation_id, or your last one. Refuses where later changes stand in the way.",
    leavesOut: ["undone"],
  },
  example: { id: sampleId("op") },
  input: z.strictObject({
    id: z
      .union([operationId, z.literal("last")], "Expected the id of an operation, which starts with op_, or last.")
      .describe("operation_id, or last: your own latest change"),
    records: z.array(recordIdInput).min(1).max(100).optional().describe("Only these records of it"),
  }),
  output: z.strictObject({
    operation_id: operationId,
    records: z.int().describe("How many records were undone"),
    conversations: z.int(),
    undone: RecordOperation.pick({ kinds: true, records: true }),
  }),
});

export const operations = defineOperation({
  name: "records.operations",
  summary: "List the latest changes of records, call by call, newest first",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/operations" },
  tool: {
    name: "list_changes",
    title: "List changes",
    describe: "What was changed, newest first, one line for each call, with the changed fields. undo takes its operation_id.",
    leavesOut: ["fields", "days", "about", "cursor", "next_cursor", "conversations", "is_undo", "is_undone"],
  },
  example: { by: "me", since: "last_week" },
  input: z.strictObject({
    // Its length is bound without saying so in the contract: version 1 had a list here, without a length.
    by: z
      .string()
      .trim()
      .refine((text) => text.length > 0 && text.length <= 200, "Give me, everyone, or a person's name or email.")
      .default("me")
      .describe("me, everyone or a person"),
    days: z.coerce.number().int().min(1).max(90).default(30).describe("How far back"),
    since: z.string().max(40).optional().describe("Such as 2026-11-14 or -7d"),
    until: z.string().max(40).optional(),
    limit: z.coerce.number().int().min(1).max(50).default(10),
    cursor: pageInput.cursor,
    about: z
      .enum(["records", "everything"])
      .default("records")
      .describe("everything: of your own changes, those of conversations and messages too"),
  }),
  output: z.strictObject({
    items: z.array(RecordOperation),
    next_cursor: z.string().nullable().describe("Ask again with it as cursor, for older ones; null at the end"),
  }),
});

export const checkUndo = defineOperation({
  name: "records.checkUndo",
  summary: "Whether undo would take back these operations now, and what prevents it",
  access: "member",
  effect: "read",
  // It is tried, and taken back before anybody sees it.
  needsWriteTransaction: true,
  rest: { method: "POST", path: "/operations/check-undo" },
  example: { ids: [sampleId("op")] },
  input: z.strictObject({ ids: z.array(operationId).min(1).max(20, "At most 20 at once.") }),
  output: z.strictObject({ items: z.array(UndoCheck) }),
});

export const timeline = defineOperation({
  name: "records.timeline",
  summary: "Everything that happened to a record, newest first",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/records/{type}/{id}/timeline" },
  example: { type: "contact", id: sampleId("rec") },
  input: z.strictObject({ type: type.optional(), id: recordId, ...pageInput }),
  output: pageOf(TimelineEntry),
});

export const changes = defineOperation({
  name: "records.changes",
  summary: "What changed since a position, in order: sync without polling by date",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/changes" },
  example: { type: "contact", limit: 200 },
  input: z.strictObject({
    after: z
      .string()
      .max(8_000)
      .optional()
      .describe("`position` of the answer before; left out: from the beginning; `now`: only what happens from here on"),
    type: type.optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  output: z.strictObject({
    items: z.array(Change),
    position: z.string().describe("Ask again with it as `after`; an empty page leaves it where it was"),
    has_more: z.boolean(),
  }),
});
