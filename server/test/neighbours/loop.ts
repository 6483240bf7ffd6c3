import { performance } from "node:perf_hooks";

const LOOK_EVERY_MS = 2;

/**
 * The longest time that the event loop was held without a break while `run` went on, in milliseconds of this thread's own CPU time:
 * a busy machine does not lengthen it.
 */
export async function longestHold(run: () => Promise<unknown>): Promise<number> {
  let last = cpuMs();
  let longest = 0;
  const look = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  try {
    await run();
    look();
  } finally {
    clearInterval(timer);
  }
  return longest;
}

export const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** How long each of these calls took, in milliseconds. */
export async function timesOf(calls: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const times: number[] = [];
  for (const call of calls) {
    const started = performance.now();
    await call();
    times.push(performance.now() - started);
  }
  return times;
}
