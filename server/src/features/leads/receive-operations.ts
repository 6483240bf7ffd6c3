import { z } from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import { time } from "../../platform/ids.ts";
import { sourceId } from "./operations.ts";
import { SUBMISSION_STATES, submissionId } from "./submission-operations.ts";

const MAX_FIELDS = 50;
const MAX_TEXT = 50_000;
const MAX_MARK = 2_000;

const few = <T extends Record<string, unknown>>(given: T) => Object.keys(given).length <= MAX_FIELDS;
const tooMany = `At most ${MAX_FIELDS}.`;
const text = z.union([z.string().max(MAX_TEXT), z.number(), z.boolean()]);
const attribution = z.record(z.string().max(60), z.string().max(MAX_MARK)).refine(few, tooMany);

export const submit = defineOperation({
  name: "leads.submit",
  summary: "Send a lead from your own server; it is there a moment later",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/leads", status: 202 },
  example: {
    values: { name: "Anneke Vos", email: "anneke@aldermoor.example", message: "Please call me." },
    attribution: { page: "https://example.com/pricing", utm_source: "newsletter" },
  },
  input: z.strictObject({
    values: z
      .record(z.string().max(60), text)
      .refine(few, tooMany)
      .describe("By key of the field. A lead's owner and stage are decided here, not by who sends it"),
    attribution: attribution.default({}).describe("Where the visitor came from: page, referrer, landing, utm_source, gclid and so on"),
    consent: z
      .strictObject({
        text: z.string().min(1).max(2_000).describe("As it was shown"),
        version: z.int().min(1).default(1),
        given: z.boolean(),
        at: time.optional(),
        page: z.string().max(MAX_MARK).nullable().default(null),
      })
      .optional(),
    source: sourceId.optional().describe("The form that it came with, if it is one of yours"),
  }),
  output: z.strictObject({ id: submissionId, state: z.enum(SUBMISSION_STATES) }),
});

/** For the company that a lead is sent to by another one. Never in one transaction with the sender's. */
export const receiveSent = defineOperation({
  name: "leads.receiveSent",
  summary: "Write down a lead that another company sent",
  access: "system",
  effect: "write",
  input: z.strictObject({
    hop_id: z.string().min(1).max(100).describe("The same twice is one submission"),
    from: z.string().max(200).describe("The name of the company that sends it"),
    values: z.record(z.string().max(60), z.string().max(MAX_TEXT)).refine(few, tooMany),
    attribution: attribution.default({}),
  }),
  output: z.strictObject({ submission_id: submissionId }),
});
