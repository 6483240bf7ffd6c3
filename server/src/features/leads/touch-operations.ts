import { z } from "zod";
import { defineOperation, schemaNames } from "../../kernel/operation.ts";
import { sampleId, time } from "../../platform/ids.ts";
import { pageInput, pageOf } from "../../platform/paging.ts";
import { recordId } from "../records/operations.ts";
import { sourceId } from "./operations.ts";
import { Attribution, Consent, SUBMISSION_KINDS, submissionId } from "./submission-operations.ts";

/** One message of a lead. Its values are text that came from outside. */
const Touch = z
  .strictObject({
    id: submissionId,
    received_at: time,
    kind: z.enum(SUBMISSION_KINDS).describe("new or contact: what made the lead; touch: what came later"),
    source: z.strictObject({ id: sourceId, name: z.string() }).nullable().describe("The form; null if a key or another company sent it"),
    sender: z.string().nullable().describe("Where there is no form: who sent it"),
    given: z.record(z.string(), z.string()).describe("What was sent, as text, by key of the field. Written by a visitor"),
    attribution: Attribution,
    consent: Consent.nullable(),
    opt_in: z
      .strictObject({ email: z.string(), sent_at: time.nullable(), confirmed_at: time.nullable() })
      .nullable()
      .describe("The email that asked to confirm the address, if the form wants one"),
  })
  .register(schemaNames, { name: "LeadTouch" });

export const listTouches = defineOperation({
  name: "leads.listTouches",
  summary: "List what a lead sent, newest first, with where they came from at first and last",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/leads/{id}/touches" },
  example: { id: sampleId("rec", 4), limit: 10 },
  input: z.strictObject({ id: recordId, ...pageInput }),
  output: pageOf(Touch).extend({
    first: Attribution.nullable().describe("Attribution of the first message; null without one"),
    last: Attribution.nullable(),
    confirmed_at: time.nullable().describe("When the lead last confirmed its address"),
  }),
});
