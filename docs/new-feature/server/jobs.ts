import { z } from "zod";
import { defineJob, handleJob, type BoundJob } from "../../kernel/job.ts";
import { deliver, greetingId } from "./operations.ts";

export const deliverGreeting = defineJob({
  name: "greetings.deliver",
  label: "Greeting",
  payload: z.object({ company: z.uuid(), greeting: z.uuid() }),
  subject: ({ greeting }) => greetingId.encode(greeting),
});

export function greetingJobs(): BoundJob[] {
  return [handleJob(deliverGreeting, async ({ call }, { greeting }) => void (await call(deliver, { id: greetingId.encode(greeting) })))];
}
