import { z } from "zod";
import { defineOperation, schemaNames } from "../../kernel/operation.ts";
import { id, operationId, sampleId, time } from "../../platform/ids.ts";
import { pageInput, pageOf } from "../../platform/paging.ts";
import { recordId } from "../records/operations.ts";
import { sourceId } from "./operations.ts";

export const submissionId = id("sub", "submission");

export const SUBMISSION_STATES = ["received", "taken", "held", "dropped", "failed"] as const;
export const SUBMISSION_KINDS = ["new", "touch", "contact"] as const;
/** Why a submission was held, or what spoke against it. */
export const SPAM_REASONS = ["honeypot", "fast", "bad_token", "no_token", "links", "foreign_origin", "flood", "day_cap"] as const;
const MAX_AT_ONCE = 200;

export const Attribution = z
  .record(z.string(), z.string())
  .describe("Where the visitor came from: page, referrer, landing, utm_source … utm_content, gclid and other click ids");

/** The box as it was shown, and whether it was ticked. */
export const Consent = z
  .strictObject({
    text: z.string(),
    version: z.int(),
    given: z.boolean(),
    at: time,
    page: z.string().nullable(),
  })
  .register(schemaNames, { name: "LeadConsent" });

/** What one visitor sent. Its values are text that came from outside. */
export const Submission = z
  .strictObject({
    id: submissionId,
    source: z.strictObject({ id: sourceId, name: z.string() }).nullable().describe("The form; null if a key or another company sent it"),
    sender: z.string().nullable().describe("Where there is no form: who sent it"),
    received_at: time,
    state: z.enum(SUBMISSION_STATES).describe("received: becomes a lead in a moment; failed: could not be taken, and can be taken again"),
    state_at: time,
    given: z.record(z.string(), z.string()).describe("What was sent, as text, by key of the field"),
    attribution: Attribution,
    consent: Consent.nullable(),
    score: z.int().describe("Of spam: 5 and more is held"),
    reasons: z.array(z.enum(SPAM_REASONS)),
    lead: recordId.nullable(),
    kind: z.enum(SUBMISSION_KINDS).nullable().describe("new: a new lead; touch: a known lead; contact: a new lead of a known contact"),
    failure: z.string().nullable().describe("Why it could not be taken"),
    ip: z.string().nullable().describe("For Admins: the address it came from"),
    user_agent: z.string().nullable(),
  })
  .register(schemaNames, { name: "Submission" });

export const listSubmissions = defineOperation({
  name: "leads.listSubmissions",
  summary: "List what was sent with forms, newest first",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/submissions" },
  example: { state: "held", limit: 10 },
  input: z.strictObject({
    state: z.enum(SUBMISSION_STATES).optional().describe("Only those: held is what waits for somebody to look"),
    source: sourceId.optional().describe("Only of this form"),
    ...pageInput,
  }),
  output: pageOf(Submission),
});

export const getSubmission = defineOperation({
  name: "leads.getSubmission",
  summary: "Read one submission",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/submissions/{id}" },
  example: { id: sampleId("sub") },
  input: z.strictObject({ id: submissionId }),
  output: Submission,
});

const many = z.strictObject({ ids: z.array(submissionId).min(1).max(MAX_AT_ONCE) });
const changed = z.strictObject({ changed: z.int().describe("How many were in the right state"), operation_id: operationId });

export const releaseSubmissions = defineOperation({
  name: "leads.releaseSubmissions",
  summary: "Release held submissions, or take failed ones again: they become leads",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/submissions/release" },
  example: { ids: [sampleId("sub")] },
  input: many,
  output: changed,
});

export const dropSubmissions = defineOperation({
  name: "leads.dropSubmissions",
  summary: "Drop held or failed submissions; they are removed after 30 days",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/submissions/drop" },
  example: { ids: [sampleId("sub")] },
  input: many,
  output: changed,
});

export const restoreSubmissions = defineOperation({
  name: "leads.restoreSubmissions",
  summary: "Hold dropped submissions again",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/submissions/restore" },
  example: { ids: [sampleId("sub")] },
  input: many,
  output: changed,
});
