import { z } from "zod";
import { id, operationId, time } from "../../platform/ids.ts";
import { valueChanges } from "../../kernel/event.ts";
import { defineOperation, schemaNames } from "../../kernel/operation.ts";
import { pageInput, pageOf } from "../../platform/paging.ts";
import { keyId } from "../keys/operations.ts";
import { memberId } from "../members/operations.ts";

const Event = z
  .strictObject({
    id: id("evt", "event"),
    at: time,
    type: z.string(),
    subject: z.strictObject({ type: z.string(), id: z.string(), name: z.string().nullable() }),
    actor: z.strictObject({ id: memberId, name: z.string() }).nullable().describe("Who did it; null for the service itself"),
    key: z.strictObject({ id: keyId, name: z.string() }).nullable().describe("The key it came through"),
    via: z.enum(["web", "rest", "mcp", "system"]),
    operation: z.string(),
    operation_id: operationId,
    data: z.unknown(),
    changes: valueChanges.nullable(),
  })
  .register(schemaNames, { name: "Event" });

const Who = z.strictObject({ id: memberId, name: z.string() });

/** A change as sent to a browser: enough to know what to reload, and who did it. Never a value. */
const LiveChange = z.strictObject({
  id: id("evt", "event"),
  type: z.string(),
  subject: z.strictObject({ type: z.string(), id: z.string() }),
  record_type: z.string().nullable().describe("Key of the type, where the subject is a record or a type"),
  fields: z.array(z.string()).describe("Keys of the fields that changed"),
  version: z.int().nullable().describe("Version of the record by now"),
  actor: Who.nullable(),
  key: z.strictObject({ id: keyId, name: z.string() }).nullable(),
  via: z.enum(["web", "rest", "mcp", "system"]),
  operation_id: operationId,
});

/** Counts by type, sent instead of single changes when there are too many of them. */
const LiveSummary = z.strictObject({
  subject_type: z.string(),
  record_type: z.string().nullable(),
  types: z.array(z.string()),
  count: z.int(),
});

/** One message of a browser's live stream. */
export interface LiveNews {
  changes: z.input<typeof LiveChange>[];
  crowds: z.input<typeof LiveSummary>[];
}

/** Who may see it. */
const limits = {
  only_for: z.array(memberId).nullable().describe("Besides Admins; null: everyone"),
  is_limited: z.boolean().describe("Only for these, Admins or not"),
};

/** A snapshot of the database: which transactions had ended. */
const snapshot = z
  .string()
  .max(50_000)
  .regex(/^\d{1,20}:\d{1,20}:(\d{1,20}(,\d{1,20})*)?$/);

export const since = defineOperation({
  name: "events.since",
  summary: "What became visible between two snapshots, in short",
  access: "system",
  effect: "read",
  input: z.strictObject({
    after: snapshot.nullable().describe("Left open: everything from the time on"),
    until: snapshot,
    from: time.describe("Nothing older than this is looked for"),
  }),
  output: z.strictObject({
    changes: z.array(LiveChange.extend({ ...limits })),
    crowds: z.array(LiveSummary.extend({ is_for_admins: z.boolean(), ...limits })),
  }),
});

export type FoundNews = z.input<typeof since.output>;

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
  example: { type: "record.updated", limit: 10 },
  input: z.strictObject({
    type: z.string().max(60).optional().describe("Event type, such as key.created"),
    actor: memberId.optional().describe("Only what this member did (usr_…)"),
    key: keyId.optional().describe("Only what came through this key (key_…)"),
    ...pageInput,
  }),
  output: pageOf(Event),
});

export { Event as LoggedEvent };
