import { z } from "zod";
import { defineOperation, schemaNames } from "../../kernel/operation.ts";
import { id, sampleId, time } from "../../platform/ids.ts";
import { oneLine } from "../members/operations.ts";

export const leadCodeId = id("lcd", "code");

/** By a code another company on this service can send leads here. */
const LeadCode = z
  .strictObject({
    id: leadCodeId,
    name: z.string().describe("Who uses it"),
    last_four: z.string(),
    is_on: z.boolean(),
    created_at: time,
    renewed_at: time.nullable(),
    last_used_at: time.nullable(),
  })
  .register(schemaNames, { name: "LeadCode" });

export const listCodes = defineOperation({
  name: "leadSending.listCodes",
  summary: "List the codes by which other companies can send leads here",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/lead-codes" },
  example: {},
  input: z.strictObject({}),
  output: z.strictObject({ items: z.array(LeadCode) }),
});

export const createCode = defineOperation({
  name: "leadSending.createCode",
  summary: "Make a code for another company; it is in this answer and nowhere else",
  access: "admin",
  effect: "write",
  rest: { method: "POST", path: "/lead-codes", status: 201 },
  hasSecret: true,
  example: { name: "Partner in Lyon" },
  input: z.strictObject({ name: oneLine.min(1, "Say who will use it.").max(100) }),
  output: z.strictObject({ lead_code: LeadCode, code: z.string() }),
});

export const renewCode = defineOperation({
  name: "leadSending.renewCode",
  summary: "Make a new code in place of one; the old one stops working at once",
  access: "admin",
  effect: "write",
  rest: { method: "POST", path: "/lead-codes/{id}/code" },
  hasSecret: true,
  example: { id: sampleId("lcd") },
  input: z.strictObject({ id: leadCodeId }),
  output: z.strictObject({ lead_code: LeadCode, code: z.string() }),
});

export const setCodeState = defineOperation({
  name: "leadSending.setCodeState",
  summary: "Turn a code off or on",
  access: "admin",
  effect: "write",
  rest: { method: "PUT", path: "/lead-codes/{id}/state" },
  example: { id: sampleId("lcd"), is_on: false },
  input: z.strictObject({ id: leadCodeId, is_on: z.boolean() }),
  output: LeadCode,
});

export const deleteCode = defineOperation({
  name: "leadSending.deleteCode",
  summary: "Delete a code; it stops working at once",
  access: "admin",
  effect: "destroy",
  rest: { method: "DELETE", path: "/lead-codes/{id}", status: 204 },
  example: { id: sampleId("lcd") },
  input: z.strictObject({ id: leadCodeId }),
  output: z.strictObject({}),
});
