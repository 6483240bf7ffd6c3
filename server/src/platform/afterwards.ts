import { setImmediate } from "node:timers/promises";
import type { Logger } from "./log.ts";

/**
 * Runs bookkeeping after the answer has been sent, one task after the other, so that it never takes more than one connection.
 * What is lost with the process is done again by a later call.
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
    /** Waits for everything that was asked for so far. */
    settle: () => last,
  };
}
