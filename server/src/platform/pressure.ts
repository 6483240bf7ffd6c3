import { monitorEventLoopDelay } from "node:perf_hooks";

const DELAY_MS = 250;
const LOOK_EVERY_MS = 500;

export interface Pressure {
  /** From here on it counts: what a process loads and compiles before its first request is no load. */
  start(): void;
  isTooHigh(): boolean;
  stop(): void;
}

/** Whether this process has fallen behind: the event loop, which should turn in a few milliseconds, takes a quarter second. */
export function watchPressure(): Pressure {
  const histogram = monitorEventLoopDelay({ resolution: 20 });
  let slowWindows = 0;
  const timer = setInterval(() => {
    slowWindows = histogram.mean / 1e6 > DELAY_MS ? slowWindows + 1 : 0;
    histogram.reset();
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    start: () => void histogram.enable(),
    // One slow window is a stall that is over; two in a row are a load.
    isTooHigh: () => slowWindows >= 2,
    stop() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
