import { z } from "zod";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { after, SECOND_MS } from "../../kernel/clock.ts";
import { defineJob, handleJob, type BoundJob } from "../../kernel/job.ts";
import { Move, recordTypeId, retime, settle, stagePass } from "./operations.ts";

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

/** Each batch enqueues the next in its own transaction, so jobs of other companies run in between. */
export const retimeStages = defineJob({
  name: "types.retime",
  label: "Times of stages after a type changed",
  payload: z.object({
    company: z.uuid(),
    type: z.uuid(),
    after: z.uuid().nullable().default(null),
    is_new_field: z.boolean(),
    pass: stagePass,
  }),
  subject: ({ type }) => recordTypeId.encode(type),
  queue: ({ type }) => `types.settle ${type}`,
  key: ({ type, is_new_field: isNewField, pass }) => `${type} ${isNewField} ${pass}`,
  onRepeat: "replace",
});

export function typeJobs(): BoundJob[] {
  return [
    handleJob(settleType, async ({ call }, { type, moves }) => void (await call(settle, { type, moves }))),
    handleJob(retimeStages, async ({ call }, { company: _company, ...batch }) => void (await call(retime, batch))),
  ];
}

/** After the stage of a type became another field, or an option of it another state. */
export async function enqueueRetime({ actor, clock, enqueue }: Call<Member>, type: string, isNewField: boolean): Promise<void> {
  const batch = { company: actor.companyId, type, is_new_field: isNewField };
  await enqueue(retimeStages, { ...batch, pass: "now" });
  await enqueue(retimeStages, { ...batch, pass: "settle" }, after(clock, SETTLE_AFTER_MS + SECOND_MS));
}
