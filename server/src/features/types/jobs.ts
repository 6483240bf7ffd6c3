import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { system } from "../../kernel/actor.ts";
import { handleJob, type BoundJob } from "../../kernel/handle-job.ts";
import { defineJob } from "../../kernel/job.ts";
import { newId } from "../../kernel/random.ts";
import { Move } from "./operations.ts";

// A call that knows the old types can still be under way. By then it has saved, or been given up.
const STILL_UNDER_WAY_MS = 10_000;

export const settleType = defineJob({
  name: "types.settle",
  payload: z.object({ company: z.uuid(), type: z.uuid(), moves: z.array(Move) }),
});

export function typeJobs(): BoundJob[] {
  return [
    handleJob(settleType, async (execute, { company, type, moves }) => {
      await setTimeout(STILL_UNDER_WAY_MS);
      await execute("types.settle", system(company), { type, moves }, { id: newId(), surface: "system" });
    }),
  ];
}
