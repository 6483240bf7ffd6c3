import { z } from "zod";
import { id, sampleId, time } from "../../platform/ids.ts";
import { defineOperation, schemaNames } from "../../kernel/operation.ts";
import { pageInput, pageOf } from "../../platform/paging.ts";

const jobId = id("job", "job");

const FailedJob = z
  .strictObject({
    id: jobId,
    name: z.string().describe("Such as exports.work"),
    label: z.string().describe("What it was, in words"),
    subject: z.string().nullable().describe("Id of what it was about"),
    reason: z.string().describe("Why its last try failed"),
    attempts: z.int().describe("How often it was tried"),
    created_at: time,
    failed_at: time,
    can_retry: z.boolean().describe("False where it has to be started anew, such as an export"),
  })
  .register(schemaNames, { name: "FailedJob" });

export const listFailed = defineOperation({
  name: "jobs.listFailed",
  summary: "List background jobs that were given up, newest first",
  access: "admin",
  effect: "read",
  rest: { method: "GET", path: "/jobs/failed" },
  example: {},
  input: z.strictObject({ ...pageInput }),
  output: pageOf(FailedJob),
});

export const retry = defineOperation({
  name: "jobs.retry",
  summary: "Try a background job again that was given up",
  access: "admin",
  effect: "write",
  rest: { method: "POST", path: "/jobs/{id}/attempts", status: 202 },
  example: { id: sampleId("job") },
  input: z.strictObject({ id: jobId }),
  output: z.strictObject({}),
});

export const keepFailed = defineOperation({
  name: "jobs.keepFailed",
  summary: "Keep a job that was given up for an Admin to see",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: z.uuid(), worker: z.uuid(), attempt: z.int(), reason: z.string() }),
  output: z.strictObject({}),
});
