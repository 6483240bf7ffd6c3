import type { Logger } from "../log.ts";

/** Does something again and again, with a pause in between. A failure is logged and does not end it. */
export function repeat(pauseMs: number, what: string, work: () => Promise<void>, log: Logger) {
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;

  async function once(): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isStopping) log.warn({ err: error }, `cannot ${what} just now`);
    }
    if (!isStopping) timer = setTimeout(() => (running = once()), pauseMs);
  }

  let running = once();
  return {
    async stop(): Promise<void> {
      isStopping = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** A wait that can be cut short. A ring while nobody waits ends the next wait. */
export function createBell() {
  let hasRung = false;
  let wake: (() => void) | undefined;
  return {
    ring(): void {
      hasRung = true;
      wake?.();
    },
    async wait(ms: number): Promise<void> {
      if (!hasRung) {
        let timer: NodeJS.Timeout | undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
          timer = setTimeout(resolve, ms);
        });
        clearTimeout(timer);
        wake = undefined;
      }
      hasRung = false;
    },
  };
}
