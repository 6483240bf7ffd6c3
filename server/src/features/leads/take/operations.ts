import { z } from "zod";
import { defineOperation } from "../../../kernel/operation.ts";
import { submissionId } from "../submission-operations.ts";

// What the worker does. Nobody else can call these.

const MAX_AT_ONCE = 200;
const failure = z.string().max(500);

export const takeSubmissions = defineOperation({
  name: "leads.takeSubmissions",
  summary: "Make leads and touches of what was sent",
  access: "system",
  effect: "write",
  input: z.strictObject({
    most: z.int().min(1).max(MAX_AT_ONCE),
    ids: z.array(submissionId).max(MAX_AT_ONCE).optional().describe("Only these; left out: the next ones that wait"),
  }),
  output: z.strictObject({ found: z.int().describe("How many were looked at") }),
});

export const listWaiting = defineOperation({
  name: "leads.listWaiting",
  summary: "The ids of the next submissions that wait",
  access: "system",
  effect: "read",
  input: z.strictObject({ most: z.int().min(1).max(MAX_AT_ONCE) }),
  output: z.strictObject({ ids: z.array(submissionId) }),
});

export const noteFailure = defineOperation({
  name: "leads.noteFailure",
  summary: "Write down that a submission could not be taken, and when to try again",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: submissionId, failure }),
  output: z.strictObject({}),
});
