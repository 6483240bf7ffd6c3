import { z } from "zod";
import { system } from "../../kernel/actor.ts";
import { AppError } from "../../kernel/errors.ts";
import { handleJob, type BoundJob } from "../../kernel/handle-job.ts";
import { defineJob } from "../../kernel/job.ts";
import { newId } from "../../kernel/random.ts";
import { importId } from "./operations.ts";

/** One batch. Each asks for the next in its own transaction, so a long import lets other companies' jobs go in between. */
export const workOnImport = defineJob({
  name: "imports.work",
  payload: z.object({ company: z.uuid(), import: z.uuid(), operation: z.uuid() }),
});

export function importJobs(): BoundJob[] {
  return [
    handleJob(workOnImport, async (execute, { company, import: uuid, operation }) => {
      const id = importId.encode(uuid);
      const ask = (name: string, input: unknown) =>
        execute(name, system(company), input, { id: newId(), surface: "system", operationId: operation });
      try {
        await ask("imports.step", { id });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (error.code === "internal") await ask("imports.stumble", { id });
        else if (error.status < 500) await ask("imports.fail", { id, reason: error.message });
        // The database is away or busy: the queue comes back to it.
        else throw error;
      }
    }),
  ];
}
