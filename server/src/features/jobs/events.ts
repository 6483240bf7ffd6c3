import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";

const about = z.object({
  name: z.string().describe("What it was, in words"),
  job: z.string().describe("Such as exports.work"),
  about: z.string().nullable().describe("Id of what it was about"),
});

export const jobFailed = defineEvent({
  type: "job.failed",
  subject: "job",
  summary: "A background job was given up.",
  audience: "involved",
  label: "Background job failed",
  sentence: ({ subject, data }) => ["The background job ", subject, ` was given up${data.reason ? `: ${data.reason}` : ""}`],
  isImpersonal: true,
  data: about.extend({ reason: z.string(), attempts: z.int() }),
});
export const jobRetried = defineEvent({
  type: "job.retried",
  subject: "job",
  summary: "A background job that was given up is tried again.",
  audience: "involved",
  label: "Background job tried again",
  sentence: ({ subject }) => ["tried the background job ", subject, " again"],
  data: about,
});
