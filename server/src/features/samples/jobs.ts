import { z } from "zod";
import { AppError } from "../../kernel/errors.ts";
import { defineJob, handleJob, type BoundJob } from "../../kernel/job.ts";
import { fail, sampleId, step } from "./operations.ts";

/** Loads or removes one part of the year. Each part enqueues the next in its own transaction, so a crash leaves nothing half done. */
export const workOnSamples = defineJob({
  name: "samples.work",
  label: "Sample data",
  payload: z.object({ company: z.uuid(), samples: z.uuid(), operation: z.uuid() }),
  subject: ({ samples }) => sampleId.encode(samples),
  canRetry: false,
});

const EXHAUSTED = "Loading failed, even after several hours of retries. Delete what was loaded, then load it again.";

export function sampleJobs(): BoundJob[] {
  return [
    handleJob(
      workOnSamples,
      async ({ call }, { samples, operation }) => {
        const id = sampleId.encode(samples);
        try {
          await call(step, { id }, operation);
        } catch (error) {
          // Retry if the database is unreachable or busy. Any other error would occur again.
          if (!(error instanceof AppError) || error.status === 503) throw error;
          await call(fail, { id, reason: error.message }, operation);
        }
      },
      async ({ call }, { samples, operation }) => void (await call(fail, { id: sampleId.encode(samples), reason: EXHAUSTED }, operation)),
    ),
  ];
}
