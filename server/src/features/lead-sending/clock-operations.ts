import { z } from "zod";
import { defineOperation, schemaNames } from "../../kernel/operation.ts";
import { id, time } from "../../platform/ids.ts";
import { pageInput, pageOf } from "../../platform/paging.ts";
import { memberId } from "../members/operations.ts";
import { recordId, recordIdInput } from "../records/operations.ts";
import { Who } from "./shapes.ts";

export const clockId = id("clk", "clock");

const policy = {
  is_on: z.boolean(),
  minutes: z.int().min(1).max(20_160).describe("Of working time, until a lead must have a first response"),
  on_overdue: z.enum(["tell", "next"]).describe("tell: its owner and the Admins; next: the lead goes to the next person by the rules"),
  most_handovers: z.int().min(1).max(20).describe("How often a lead goes on; after that people are told"),
};

export const ClockPolicy = z
  .strictObject({ ...policy, updated_at: time.nullable(), updated_by: Who.nullable() })
  .register(schemaNames, { name: "LeadClockPolicy" });

export const getClockPolicy = defineOperation({
  name: "leadSending.getClockPolicy",
  summary: "Read how fast leads must have a first response",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/lead-clocks/policy" },
  example: {},
  input: z.strictObject({}),
  output: ClockPolicy,
});

export const saveClockPolicy = defineOperation({
  name: "leadSending.saveClockPolicy",
  summary: "Say how fast leads must have a first response, and what happens otherwise",
  access: "admin",
  effect: "write",
  rest: { method: "PUT", path: "/lead-clocks/policy" },
  example: { is_on: true, minutes: 60, on_overdue: "next" },
  input: z.strictObject({ ...policy, most_handovers: policy.most_handovers.default(3) }),
  output: ClockPolicy,
});

export const LeadClock = z
  .strictObject({
    id: clockId,
    lead: z.strictObject({ id: recordId, title: z.string() }),
    person: Who.describe("Who has to respond"),
    state: z.enum(["running", "overdue", "in_time", "late", "ended"]).describe("ended: somebody else got the lead, or it is closed"),
    started_at: time,
    due_at: time,
    minutes: z.int().describe("Of working time, from start to due"),
    responded_at: time.nullable(),
    responded_by: Who.nullable(),
    response: z.enum(["note", "status", "converted"]).nullable(),
    response_minutes: z.int().nullable().describe("Of working time, from start to response"),
  })
  .register(schemaNames, { name: "LeadClock" });

export const listClocks = defineOperation({
  name: "leadSending.listClocks",
  summary: "List first-response clocks, newest first",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/lead-clocks" },
  example: { state: "overdue", limit: 10 },
  input: z.strictObject({
    state: z.enum(["open", "running", "overdue"]).optional().describe("open: without a response; running: and in time; overdue: and late"),
    lead: recordIdInput.optional(),
    person: memberId.optional(),
    ...pageInput,
  }),
  output: pageOf(LeadClock),
});

export const summariseClocks = defineOperation({
  name: "leadSending.summariseClocks",
  summary: "Read how fast leads had a first response",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/lead-clocks/summary" },
  example: { days: 30 },
  input: z.strictObject({ days: z.coerce.number().int().min(1).max(365).default(30) }),
  output: z
    .strictObject({
      days: z.int(),
      responded: z.int().describe("Of the newest 10,000 of these days"),
      median_minutes: z.int().nullable().describe("Of working time"),
      in_time_percent: z.int().nullable(),
      running: z.int(),
      overdue: z.int(),
      people: z.array(
        z.strictObject({
          ...Who.shape,
          responded: z.int(),
          median_minutes: z.int().nullable(),
          in_time_percent: z.int().nullable(),
          overdue: z.int(),
        }),
      ),
    })
    .register(schemaNames, { name: "LeadClockSummary" }),
});

// For the worker.
export const actOnOverdue = defineOperation({
  name: "leadSending.actOnOverdue",
  summary: "Tell people about a lead that is overdue, or give it to the next",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: z.uuid() }),
  output: z.strictObject({ is_done: z.boolean() }),
});

export const readOverdue = defineOperation({
  name: "leadSending.readOverdue",
  summary: "Whom to write to about an overdue lead",
  access: "system",
  effect: "read",
  input: z.strictObject({ id: z.uuid() }),
  output: z.strictObject({
    overdue: z
      .strictObject({ lead: recordId, lead_name: z.string(), person: z.string(), company: z.string(), emails: z.array(z.string()) })
      .nullable(),
  }),
});
