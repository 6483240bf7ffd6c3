import { monitorEventLoopDelay } from "node:perf_hooks";

const DELAY_MS = 250;
const LOOK_EVERY_MS = 500;

export interface Pressure {
  isTooHigh(): boolean;
  stop(): void;
}

/** Whether this process has fallen behind: the event loop, which should turn in a few milliseconds, takes a quarter second. */
export function watchPressure(): Pressure {
  const histogram = monitorEventLoopDelay({ resolution: 20 });
  histogram.enable();
  let isHigh = false;
  const timer = setInterval(() => {
    isHigh = histogram.mean / 1e6 > DELAY_MS;
    histogram.reset();
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    isTooHigh: () => isHigh,
    stop() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
