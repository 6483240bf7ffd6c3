import { z } from "zod";
import { SECOND_MS } from "../../kernel/clock.ts";
import { defineJob, handleJob, type BoundJob } from "../../kernel/job.ts";
import { convert } from "./operations.ts";

// A call that uses the old rates may still be running. By this time it has saved, or timed out.
export const SETTLE_AFTER_MS = 10 * SECOND_MS;

/**
 * Converts amounts in other currencies after a rate changed, a batch at a time; each batch enqueues the next one in its own transaction.
 * A rate that changes meanwhile starts again from the first record. The second pass finds what was saved with the old rate.
 */
export const convertMoney = defineJob({
  name: "currencies.convert",
  label: "Converting amounts after a rate changed",
  payload: z.object({
    company: z.uuid(),
    after: z.uuid().nullable().default(null),
    converted: z.int().default(0),
    pass: z.enum(["now", "settle"]),
  }),
  queue: () => "currencies.convert",
  key: ({ pass }) => pass,
  onRepeat: "replace",
});

export function currencyJobs(): BoundJob[] {
  return [handleJob(convertMoney, async ({ call }, { after, converted, pass }) => void (await call(convert, { after, converted, pass })))];
}
