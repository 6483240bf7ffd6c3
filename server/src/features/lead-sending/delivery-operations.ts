import { z } from "zod";
import { defineOperation, schemaNames } from "../../kernel/operation.ts";
import { operationId, sampleId, time } from "../../platform/ids.ts";
import { pageInput, pageOf } from "../../platform/paging.ts";
import { memberId } from "../members/operations.ts";
import { recordId } from "../records/operations.ts";
import { DESTINATION_KINDS } from "./destination-operations.ts";
import { deliveryId, destinationId, ruleId } from "./ids.ts";

export const HOP_STATES = ["reserved", "sending", "accepted", "refused", "timeout", "unknown", "returned"] as const;

const HopAttempt = z
  .strictObject({
    at: time,
    ms: z.int().nullable(),
    status: z.int().nullable(),
    error: z.string().nullable().describe("blocked, unresolved, refused, tls, timeout, cut, not_http or died"),
    answer: z.string().nullable().describe("The start of the answer, for Admins. Text from outside"),
  })
  .register(schemaNames, { name: "LeadDeliveryAttempt" });

/** One sending of a lead to a destination. */
const Hop = z
  .strictObject({
    id: deliveryId.describe("Also the idempotency key at the receiver"),
    lead: z.strictObject({ id: recordId, name: z.string() }).nullable().describe("Null for a test, or if it was deleted permanently"),
    is_test: z.boolean(),
    destination: z.strictObject({ id: destinationId, name: z.string(), kind: z.enum(DESTINATION_KINDS), is_deleted: z.boolean() }),
    decision: z.int().nullable().describe("Number of the decision that sent it"),
    rule: ruleId.nullable(),
    state: z.enum(HOP_STATES),
    reason: z.string().nullable().describe("Why, in a few words"),
    is_held: z.boolean().describe("Nobody can say whether it arrived, and its rule waits for a person"),
    tries: z.int(),
    ms: z.int().nullable(),
    reserved_at: time,
    finished_at: time.nullable(),
    returned_at: time.nullable(),
    return_reason: z.string().nullable().describe("As the receiver wrote it"),
    returned_by: z.strictObject({ id: memberId, name: z.string() }).nullable().describe("Null: the receiver"),
  })
  .register(schemaNames, { name: "LeadDelivery" });

export const listDeliveries = defineOperation({
  name: "leadSending.listDeliveries",
  summary: "List what was sent where, newest first",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/lead-deliveries" },
  example: { state: "unknown" },
  input: z.strictObject({
    lead: recordId.optional(),
    destination: destinationId.optional(),
    state: z
      .enum([...HOP_STATES, "open"])
      .optional()
      .describe("open: reserved, sending or unknown"),
    ...pageInput,
  }),
  output: pageOf(Hop),
});

export const getDelivery = defineOperation({
  name: "leadSending.getDelivery",
  summary: "Read one delivery, with its tries; what was sent and answered is for Admins",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/lead-deliveries/{id}" },
  example: { id: sampleId("hop") },
  input: z.strictObject({ id: deliveryId }),
  output: z.strictObject({
    delivery: Hop,
    attempts: z.array(HopAttempt),
    body: z.string().nullable().describe("What was sent; null for Members, and after 30 days"),
  }),
});

export const resendDelivery = defineOperation({
  name: "leadSending.resendDelivery",
  summary: "Send a lead that may not have arrived once more, with the same key",
  access: "admin",
  effect: "write",
  rest: { method: "POST", path: "/lead-deliveries/{id}/attempts", status: 202 },
  example: { id: sampleId("hop", 1) },
  input: z.strictObject({ id: deliveryId }),
  output: Hop,
});

const reason = z.string().trim().min(1).max(500);

export const returnLead = defineOperation({
  name: "leadSending.returnLead",
  summary: "Take back a lead that a destination had accepted; it goes on by the rules",
  access: "admin",
  effect: "write",
  rest: { method: "POST", path: "/lead-deliveries/{id}/return" },
  example: { id: sampleId("hop"), reason: "Wrong number" },
  input: z.strictObject({ id: deliveryId, reason }),
  output: Hop,
});

// Its surface is POST /lead-returns/{id}: a receiver has no key, but the token that came with the lead.
export const returnByReceiver = defineOperation({
  name: "leadSending.returnByReceiver",
  summary: "Return a lead, as the system that received it",
  access: "public",
  effect: "write",
  perHour: 3_000,
  input: z.strictObject({ id: deliveryId, token: z.string().max(200), reason }),
  output: z.strictObject({ returned: z.literal(true) }),
});

export const returnReceived = defineOperation({
  name: "leadSending.returnReceived",
  summary: "Return a lead to the company that sent it",
  access: "admin",
  effect: "write",
  rest: { method: "POST", path: "/leads/{id}/return", status: 202 },
  example: { id: sampleId("rec", 5), reason: "Not in our area" },
  input: z.strictObject({ id: recordId, reason }),
  output: z.strictObject({ operation_id: operationId }),
});

export const routeAgain = defineOperation({
  name: "leadSending.routeAgain",
  summary: "Let the rules decide about a lead once more",
  access: "admin",
  effect: "write",
  rest: { method: "POST", path: "/leads/{id}/routing" },
  example: { id: sampleId("rec", 4) },
  input: z.strictObject({ id: recordId }),
  output: z.strictObject({ operation_id: operationId }),
});
