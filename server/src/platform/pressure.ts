import { monitorEventLoopDelay } from "node:perf_hooks";
import { LOOP_LOOK_EVERY_MS } from "./metrics.ts";

const DELAY_MS = 250;
const LOOK_EVERY_MS = 500;

export interface Pressure {
  /** Starts measuring. Called before the first request: loading and compiling the code must not count. */
  start(): void;
  isTooHigh(): boolean;
  stop(): void;
}

/** Whether this process is overloaded: a turn of the event loop takes a quarter second instead of a few milliseconds. */
export function watchPressure(): Pressure {
  const histogram = monitorEventLoopDelay({ resolution: LOOP_LOOK_EVERY_MS });
  let slowWindows = 0;
  const timer = setInterval(() => {
    slowWindows = histogram.mean / 1e6 > DELAY_MS ? slowWindows + 1 : 0;
    histogram.reset();
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    start: () => void histogram.enable(),
    // One slow window may be a short stall; two in a row are overload.
    isTooHigh: () => slowWindows >= 2,
    stop() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
