import { z } from "zod";
import { system } from "../../kernel/actor.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Execute } from "../../kernel/execute.ts";
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
    handleJob(
      workOnImport,
      async (execute, payload) => {
        const ask = asking(execute, payload);
        try {
          await ask("imports.step");
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          if (error.code === "internal") await ask("imports.stumble");
          else if (error.status < 500) await ask("imports.fail", { reason: error.message });
          // The database is away or busy: the queue comes back to it.
          else throw error;
        }
      },
      async (execute, payload) => void (await asking(execute, payload)("imports.fail", { reason: EXHAUSTED })),
    ),
  ];
}

const EXHAUSTED = "We tried for hours and could not go on. Undo what was imported, if anything was, and upload the file again.";

type Payload = z.output<typeof workOnImport.payload>;

const asking =
  (execute: Execute, { company, import: uuid, operation }: Payload) =>
  (name: string, input: object = {}) =>
    execute(name, system(company), { id: importId.encode(uuid), ...input }, { id: newId(), surface: "system", operationId: operation });
