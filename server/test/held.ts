import { setImmediate } from "node:timers/promises";

/**
 * The longest time, in milliseconds, that some work kept this process from anything else. It is counted in processor time, so that
 * other programs on the machine do not count.
 */
export async function heldWhile(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  const over = new AbortController();
  const watch = async () => {
    while (!over.signal.aborted) {
      const before = process.cpuUsage();
      await setImmediate();
      const { user, system } = process.cpuUsage(before);
      longest = Math.max(longest, (user + system) / 1_000);
    }
  };
  const watching = watch();
  try {
    await work();
  } finally {
    over.abort();
    await watching;
  }
  return longest;
}
