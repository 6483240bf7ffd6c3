import { z } from "zod";
import { system } from "../../kernel/actor.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Execute } from "../../kernel/execute.ts";
import { handleJob, type BoundJob } from "../../kernel/handle-job.ts";
import { defineJob } from "../../kernel/job.ts";
import { newId } from "../../kernel/random.ts";
import { exportId } from "./operations.ts";

/** One page. Each asks for the next in its own transaction. */
export const workOnExport = defineJob({ name: "exports.work", payload: z.object({ company: z.uuid(), export: z.uuid() }) });

export function exportJobs(): BoundJob[] {
  return [
    handleJob(
      workOnExport,
      async (execute, payload) => {
        const ask = asking(execute, payload);
        try {
          await ask("exports.step");
        } catch (error) {
          if (!(error instanceof AppError) || error.status >= 500) throw error;
          await ask("exports.fail", { reason: error.message });
        }
      },
      async (execute, payload) => void (await asking(execute, payload)("exports.fail", { reason: EXHAUSTED })),
    ),
  ];
}

const EXHAUSTED = "We tried for hours and could not go on. Export again, or export less at once.";

type Payload = z.output<typeof workOnExport.payload>;

const asking =
  (execute: Execute, { company, export: uuid }: Payload) =>
  (name: string, input: object = {}) =>
    execute(name, system(company), { id: exportId.encode(uuid), ...input }, { id: newId(), surface: "system" });
