import { z } from "zod";
import { system } from "../../kernel/actor.ts";
import { AppError } from "../../kernel/errors.ts";
import { handleJob, type BoundJob } from "../../kernel/handle-job.ts";
import { defineJob } from "../../kernel/job.ts";
import { newId } from "../../kernel/random.ts";
import { sampleId } from "./operations.ts";

/** One part of the year. Each asks for the next in its own transaction, so whoever dies in between leaves nothing half done. */
export const workOnSamples = defineJob({
  name: "samples.work",
  payload: z.object({ company: z.uuid(), samples: z.uuid(), operation: z.uuid() }),
});

export function sampleJobs(): BoundJob[] {
  return [
    handleJob(workOnSamples, async (execute, { company, samples, operation }) => {
      const id = sampleId.encode(samples);
      const ask = (name: string, input: unknown) =>
        execute(name, system(company), input, { id: newId(), surface: "system", operationId: operation });
      try {
        await ask("samples.step", { id });
      } catch (error) {
        // A database that is away or busy comes back; anything else does not get better by itself.
        if (!(error instanceof AppError) || error.status === 503) throw error;
        await ask("samples.fail", { id, reason: error.message });
      }
    }),
  ];
}
