import type { Logger } from "../log.ts";

/** Runs work repeatedly, with a pause in between. A failure is logged and does not end it. */
export function repeat(pauseMs: number, what: string, work: () => Promise<void>, log: Logger) {
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;

  async function once(): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isStopping) log.warn({ err: error }, `cannot ${what}`);
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

/** A sleep that `wake` ends early. A `wake` while nobody sleeps ends the next sleep at once. */
export function createSleeper() {
  let isWoken = false;
  let resume: (() => void) | undefined;
  return {
    wake(): void {
      isWoken = true;
      resume?.();
    },
    /** True: it was ended early. */
    async sleep(ms: number): Promise<boolean> {
      if (!isWoken) {
        let timer: NodeJS.Timeout | undefined;
        await new Promise<void>((resolve) => {
          resume = resolve;
          timer = setTimeout(resolve, ms);
        });
        clearTimeout(timer);
        resume = undefined;
      }
      const wasWoken = isWoken;
      isWoken = false;
      return wasWoken;
    },
  };
}
