import { setImmediate } from "node:timers/promises";
import type { Logger } from "./log.ts";

/**
 * Runs bookkeeping after the answer has been sent, one task after the other, so that it never uses more than one connection.
 * A task may be lost when the process dies; a later call makes up for it.
 */
export function createAfterwards(log: Logger) {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(work: () => Promise<unknown>): void {
      last = last
        .then(() => setImmediate())
        .then(work)
        .catch((error: unknown) => log.error({ err: error }, "bookkeeping failed"));
    },
    /** Waits for all tasks so far. */
    settle: () => last,
  };
}
