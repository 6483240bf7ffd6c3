import { randomInt } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Logger } from "./log.ts";

const LEAST_WAIT_MS = 10;
const MOST_WAIT_MS = 40;

/**
 * Runs bookkeeping after the answer has been sent, one task after the other, so that it never uses more than one connection.
 * A task may be lost when the process dies; a later call makes up for it. It begins a moment later, at a time nobody can guess:
 * work that starts with the answer delays it, and the delay would show which addresses have an account (entry-timing.test.ts).
 */
export function createAfterwards(log: Logger) {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(work: () => Promise<unknown>): void {
      // All tasks wait at the same time, so that waiting does not limit how many are done.
      last = Promise.all([last, setTimeout(randomInt(LEAST_WAIT_MS, MOST_WAIT_MS))])
        .then(work)
        .catch((error: unknown) => log.error({ err: error }, "bookkeeping failed"));
    },
    /** Waits for all tasks so far, and for those they ask for. */
    async settle(): Promise<void> {
      for (let seen: unknown; seen !== last;) {
        seen = last;
        await last;
      }
    },
  };
}
