import { z } from "zod";
import { defineOperation, schemaNames } from "../../kernel/operation.ts";
import { eventBatch } from "../../kernel/subscription.ts";
import { id, sampleId, time } from "../../platform/ids.ts";
import { pageInput, pageOf } from "../../platform/paging.ts";
import { memberId } from "../members/operations.ts";
import { KINDS } from "./shapes.ts";

/** What is counted; there may be more. */
export const MOST_COUNTED = 100;
const MOST_MARKED = 100;

export const notificationId = id("ntf", "notification");

const Notification = z
  .strictObject({
    id: notificationId,
    kind: z
      .enum(KINDS)
      .describe("due: a task of yours; finished: an import or export of yours; key: a key of yours has read far more than usual"),
    text: z.string().describe("What happened: Anna Berg assigned this deal to you"),
    name: z.string().describe("What it is about; empty if it is about several things"),
    count: z.int().describe("How many things it is about"),
    actor: z.strictObject({ id: memberId, name: z.string() }).nullable().describe("Who did it; null: Kith, or somebody outside"),
    subject: z.strictObject({
      id: z.string().describe("Id of the record, conversation, import, export or key; the last one of several"),
      type: z.string().nullable().describe("The key of its type, for records, imports and exports"),
    }),
    at: time,
    is_read: z.boolean(),
  })
  .register(schemaNames, { name: "Notification" });

export const list = defineOperation({
  name: "notifications.list",
  summary: "List your notifications, newest first",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/notifications" },
  example: { limit: 10 },
  input: z.strictObject({
    ...pageInput,
    is_unread: z.stringbool().or(z.boolean()).optional().describe("true: only those that you have not read"),
  }),
  output: pageOf(Notification),
});

export const count = defineOperation({
  name: "notifications.count",
  summary: "How many notifications you have not read",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/notifications/count" },
  example: {},
  input: z.strictObject({}),
  output: z.strictObject({ unread: z.int().describe(`At most ${MOST_COUNTED}: there may be more`) }),
});

export const markRead = defineOperation({
  name: "notifications.markRead",
  summary: "Mark notifications as read, or as unread again",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/notifications/read" },
  example: { ids: [sampleId("ntf")] },
  input: z.strictObject({
    ids: z.array(notificationId).min(1).max(MOST_MARKED).optional().describe("Left out: all of yours"),
    is_read: z.boolean().default(true),
  }),
  output: z.strictObject({ changed: z.int() }),
});

export const onEvents = defineOperation({
  name: "notifications.onEvents",
  summary: "Tell members what happened to what is theirs",
  access: "system",
  effect: "write",
  input: eventBatch,
  output: z.strictObject({}),
});

export const tellDue = defineOperation({
  name: "notifications.tellDue",
  summary: "Tell members which of their tasks became due",
  access: "system",
  effect: "write",
  input: z.strictObject({}),
  output: z.strictObject({ is_done: z.boolean().describe("False: somebody else does it") }),
});
