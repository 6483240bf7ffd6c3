import { z } from "zod";
import { id, time } from "../../platform/ids.ts";
import { defineOperation, schemaNames } from "../../kernel/operation.ts";
import { pageInput, pageOf } from "../../platform/paging.ts";
import { eventBatch } from "../../kernel/subscription.ts";

export const greetingId = id("gre", "greeting");

const Greeting = z
  .strictObject({
    id: greetingId,
    name: z.string(),
    is_delivered: z.boolean(),
    is_counted: z.boolean(),
    created_at: time,
  })
  .register(schemaNames, { name: "Greeting" });

export const send = defineOperation({
  name: "greetings.send",
  summary: "Send a greeting",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/greetings", status: 201 },
  tool: { name: "send_greeting", title: "Send a greeting", describe: "Sends a greeting to one person by name. Only for demonstration." },
  example: { name: "Bo" },
  input: z.strictObject({ name: z.string().trim().min(1).max(50) }),
  output: Greeting,
});

export const list = defineOperation({
  name: "greetings.list",
  summary: "List greetings, newest first",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/greetings" },
  example: {},
  input: z.strictObject({ ...pageInput }),
  output: pageOf(Greeting),
});

export const deliver = defineOperation({
  name: "greetings.deliver",
  summary: "Mark a greeting as delivered",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: greetingId }),
  output: z.strictObject({}),
});

export const countSent = defineOperation({
  name: "greetings.countSent",
  summary: "Count the greetings that were sent",
  access: "system",
  effect: "write",
  input: eventBatch,
  output: z.strictObject({}),
});
