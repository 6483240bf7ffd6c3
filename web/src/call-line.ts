/** The service answers a user ten calls at one time; a page leaves some of them to the user's other pages. */
const MAX_RUNNING = 6;
/** A longer wait is shown to the person instead. */
const MAX_WAIT_SECONDS = 12;
const MAX_TRIES = 4;

type Send = () => Promise<Response>;

/**
 * Lets a few calls run at one time and the others wait in line. A call that the service refuses for a moment (429) was not done, so it is
 * sent again after the time that the service names.
 */
export function createCallLine() {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function takeTurn(signal: AbortSignal | undefined): Promise<void> {
    if (running >= MAX_RUNNING) {
      await new Promise<void>((resolve, reject) => {
        const abort = () => {
          waiting.splice(waiting.indexOf(turn), 1);
          reject(signal?.reason as Error);
        };
        const turn = () => {
          signal?.removeEventListener("abort", abort);
          resolve();
        };
        signal?.addEventListener("abort", abort, { once: true });
        waiting.push(turn);
      });
    }
    running++;
  }

  return async function inLine(send: Send, signal: AbortSignal | undefined): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      await takeTurn(signal);
      const response = await send().finally(() => {
        running--;
        waiting.shift()?.();
      });
      const wait = response.status === 429 ? Number(response.headers.get("retry-after")) : 0;
      if (!(wait > 0) || wait > MAX_WAIT_SECONDS || attempt === MAX_TRIES) return response;
      await pause(wait * 1_000, signal);
    }
  };
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => (clearTimeout(timer), reject(signal.reason as Error)), { once: true });
  });
}
