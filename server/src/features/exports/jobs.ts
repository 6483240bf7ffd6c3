import { z } from "zod";
import { AppError } from "../../kernel/errors.ts";
import { defineJob, handleJob, type BoundJob } from "../../kernel/job.ts";
import { exportId, fail, step } from "./operations.ts";

/** Writes one page of the file. Each page enqueues the next one in its own transaction. */
export const workOnExport = defineJob({
  name: "exports.work",
  label: "Export",
  payload: z.object({ company: z.uuid(), export: z.uuid() }),
  subject: ({ export: uuid }) => exportId.encode(uuid),
  canRetry: false,
});

const EXHAUSTED = "The export failed, even after several hours of retries. Export again, or export fewer records.";

export function exportJobs(): BoundJob[] {
  return [
    handleJob(
      workOnExport,
      async ({ call }, { export: uuid }) => {
        const id = exportId.encode(uuid);
        try {
          await call(step, { id });
        } catch (error) {
          if (!(error instanceof AppError) || error.status >= 500) throw error;
          await call(fail, { id, reason: error.message });
        }
      },
      async ({ call }, { export: uuid }) => void (await call(fail, { id: exportId.encode(uuid), reason: EXHAUSTED })),
    ),
  ];
}
