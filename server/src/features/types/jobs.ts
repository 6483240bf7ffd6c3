import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { defineJob, handleJob, type BoundJob } from "../../kernel/job.ts";
import { Move, settle } from "./operations.ts";

// A call that knows the old types can still be under way. By then it has saved, or been given up.
const STILL_UNDER_WAY_MS = 10_000;

export const settleType = defineJob({
  name: "types.settle",
  payload: z.object({ company: z.uuid(), type: z.uuid(), moves: z.array(Move) }),
});

export function typeJobs(): BoundJob[] {
  return [
    handleJob(settleType, async ({ ask }, { type, moves }) => {
      await setTimeout(STILL_UNDER_WAY_MS);
      await ask(settle, { type, moves });
    }),
  ];
}
