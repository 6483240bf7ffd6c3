import { performance } from "node:perf_hooks";

const LOOK_EVERY_MS = 5;

/** Tells again and again for how long the event loop has worked, and of how much time, until the function that it returns is called. */
export type Watch = (tell: (workedMs: number, passedMs: number) => void) => () => void;

export const watchLoop: Watch = (tell) => {
  let last = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { active, idle } = performance.eventLoopUtilization(now, last);
    last = now;
    tell(active, active + idle);
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
};
