import { z } from "zod";
import { id, time } from "../../kernel/ids.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { pageInput, pageOf } from "../../kernel/paging.ts";
import { keyId } from "../keys/operations.ts";
import { memberId } from "../members/operations.ts";

const Event = z.strictObject({
  id: id("evt", "event"),
  at: time,
  type: z.string(),
  subject: z.strictObject({ type: z.string(), id: z.string(), name: z.string().nullable() }),
  actor: z.strictObject({ id: memberId, name: z.string() }).nullable().describe("Who did it; null for the service itself"),
  key: z.strictObject({ id: keyId, name: z.string() }).nullable().describe("The key it came through"),
  via: z.enum(["web", "rest", "mcp", "system"]),
  operation: z.string(),
  operation_id: id("op", "operation"),
  data: z.unknown(),
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])).nullable(),
});

export const list = defineOperation({
  name: "events.list",
  summary: "Read the activity log, newest first",
  access: "admin",
  effect: "read",
  rest: { method: "GET", path: "/events" },
  tool: {
    name: "list_events",
    title: "List events",
    describe:
      "The activity log, newest first: who did what, through which key. Narrow it by type (such as key.created), by member or by key.",
  },
  input: z.strictObject({
    type: z.string().max(60).optional().describe("Event type, such as key.created"),
    actor: memberId.optional().describe("Only what this member did (usr_…)"),
    key: keyId.optional().describe("Only what came through this key (key_…)"),
    ...pageInput,
  }),
  output: pageOf(Event),
});
