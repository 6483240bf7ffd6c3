import { z } from "zod";
import { SECOND_MS } from "../../kernel/clock.ts";
import { defineJob, handleJob, type BoundJob } from "../../kernel/job.ts";
import { Move, recordTypeId, settle } from "./operations.ts";

// A call that uses the old types may still be running. By this time it has saved, or timed out.
export const SETTLE_AFTER_MS = 10 * SECOND_MS;

/**
 * Moves values that were saved to the old column while a type changed. The same move requested again is one job, at the later time;
 * other moves of the type are jobs of their own, so that none is lost, and run one after the other.
 */
export const settleType = defineJob({
  name: "types.settle",
  label: "Moving values after a type changed",
  payload: z.object({ company: z.uuid(), type: z.uuid(), moves: z.array(Move) }),
  subject: ({ type }) => recordTypeId.encode(type),
  queue: ({ type }) => `types.settle ${type}`,
  key: ({ type, moves }) => `${type} ${moves.map(({ column, from, to }) => `${column}:${from?.key ?? ""}>${to?.key ?? ""}`).join(" ")}`,
  onRepeat: "replace",
});

export function typeJobs(): BoundJob[] {
  return [handleJob(settleType, async ({ call }, { type, moves }) => void (await call(settle, { type, moves })))];
}
