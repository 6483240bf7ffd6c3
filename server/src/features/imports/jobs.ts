import { z } from "zod";
import { AppError } from "../../kernel/errors.ts";
import { defineJob, handleJob, type BoundJob } from "../../kernel/job.ts";
import { TOO_MUCH } from "../records/index.ts";
import { importId } from "./operations.ts";
import { fail, shrinkBatches, step } from "./worker-operations.ts";
import { readFile } from "./read-file.ts";
import { createReading } from "./read-in-turn.ts";

/** Imports one batch. Each enqueues the next in its own transaction, so jobs of other companies run in between. */
export const workOnImport = defineJob({
  name: "imports.work",
  label: "Import",
  payload: z.object({ company: z.uuid(), import: z.uuid(), operation: z.uuid() }),
  subject: ({ import: uuid }) => importId.encode(uuid),
  canRetry: false,
});

/** Reads a file that was uploaded, before its columns are chosen. */
export const readImport = defineJob({
  name: "imports.read",
  label: "Reading a file to import",
  payload: z.object({ company: z.uuid(), import: z.uuid(), operation: z.uuid() }),
  subject: ({ import: uuid }) => importId.encode(uuid),
  timeLimitMs: 600_000, // a workbook of 50 MiB
  canRetry: false,
});

const UNREADABLE = "The file could not be read, even after several tries. Save it as CSV (UTF-8) and upload it again.";
const EXHAUSTED = "The import failed, even after several hours of retries. Undo what was imported, then upload the file again.";

export function importJobs(): BoundJob[] {
  const readInTurn = createReading();
  return [
    handleJob(
      readImport,
      async (job, { company, import: uuid, operation }) => {
        const id = importId.encode(uuid);
        try {
          await readInTurn(company, () => readFile(job, id, operation));
        } catch (error) {
          if (!(error instanceof AppError) || error.status >= 500) throw error;
          await job.call(fail, { id, reason: error.message }, operation);
        }
      },
      async ({ call }, { import: uuid, operation }) =>
        void (await call(fail, { id: importId.encode(uuid), reason: UNREADABLE }, operation)),
    ),
    handleJob(
      workOnImport,
      async ({ call }, { import: uuid, operation }) => {
        const id = importId.encode(uuid);
        try {
          await call(step, { id }, operation);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          // Both are mended by fewer rows at once.
          const isSlow = error.code === "too_slow" || error.code === TOO_MUCH;
          if (error.code === "internal" || isSlow) {
            // If even a single row is too slow, the machine is overloaded: try again later.
            if (!(await call(shrinkBatches, { id, is_slow: isSlow }, operation)).can_go_on) throw error;
          } else if (error.status < 500) await call(fail, { id, reason: error.message }, operation);
          // The database is unreachable or busy: try again later.
          else throw error;
        }
      },
      async ({ call }, { import: uuid, operation }) => void (await call(fail, { id: importId.encode(uuid), reason: EXHAUSTED }, operation)),
    ),
  ];
}
