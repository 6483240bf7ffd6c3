import { z } from "zod";
import { defineJob, handleJob, type BoundJob } from "../../kernel/job.ts";
import { memberId } from "../members/operations.ts";
import { unassignDisabled } from "./operations.ts";

/** Each part enqueues the next in its own transaction, so jobs of other companies run in between. */
export const unassign = defineJob({
  name: "inbox.unassign",
  label: "Conversations of a disabled member",
  payload: z.object({ company: z.uuid(), member: z.uuid() }),
  subject: ({ member }) => memberId.encode(member),
  queue: ({ member }) => `inbox.unassign ${member}`,
  key: ({ member }) => member,
});

export const inboxJobs = (): BoundJob[] => [
  handleJob(unassign, async ({ call }, { member }) => void (await call(unassignDisabled, { member }))),
];
