import { z } from "zod";
import { system } from "../../kernel/actor.ts";
import { AppError } from "../../kernel/errors.ts";
import { handleJob, type BoundJob } from "../../kernel/handle-job.ts";
import { defineJob } from "../../kernel/job.ts";
import { newId } from "../../kernel/random.ts";
import { exportId } from "./operations.ts";

/** One page. Each asks for the next in its own transaction. */
export const workOnExport = defineJob({ name: "exports.work", payload: z.object({ company: z.uuid(), export: z.uuid() }) });

export function exportJobs(): BoundJob[] {
  return [
    handleJob(workOnExport, async (execute, { company, export: uuid }) => {
      const id = exportId.encode(uuid);
      const ask = (name: string, input: unknown) => execute(name, system(company), input, { id: newId(), surface: "system" });
      try {
        await ask("exports.step", { id });
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        await ask("exports.fail", { id, reason: error.message });
      }
    }),
  ];
}
