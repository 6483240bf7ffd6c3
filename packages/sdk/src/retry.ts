import { isPassing, KithError } from "./errors.ts";

export interface Patience {
  timeoutMs: number;
  retryForMs: number;
  signal?: AbortSignal | undefined;
}

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 5_000;

/** Tries until there is an answer, an error that stays, or no time left. */
export async function tryUntilAnswered<Answer>(send: (signal: AbortSignal) => Promise<Answer>, patience: Patience): Promise<Answer> {
  const { retryForMs, signal } = patience;
  const latest = Date.now() + retryForMs;
  for (let tries = 0; ; tries++) {
    try {
      return await tryOnce(send, patience);
    } catch (error) {
      if (!isPassing(error)) throw error;
      const waitMs = waitBefore(tries, error);
      // Waiting less than was asked would only be refused again.
      if (Date.now() + waitMs > latest) throw error;
      await pause(waitMs, signal);
    }
  }
}

/** The wait that the service asked for, or one that doubles. Both with jitter, so that callers that failed together do not return together. */
function waitBefore(tries: number, { retryAfterMs }: KithError): number {
  if (retryAfterMs !== undefined) return retryAfterMs + Math.random() * FIRST_WAIT_MS;
  return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** tries) * (0.5 + Math.random() / 2);
}

/** One try within its time. Not AbortSignal.timeout: its timers stay until they fire, which is thousands of them under load. */
async function tryOnce<Answer>(send: (signal: AbortSignal) => Promise<Answer>, { timeoutMs, signal }: Patience): Promise<Answer> {
  signal?.throwIfAborted();
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(TIMED_OUT), timeoutMs);
  const pass = () => abort.abort(signal?.reason);
  signal?.addEventListener("abort", pass, { once: true });
  try {
    return await send(abort.signal);
  } catch (error) {
    if (error instanceof KithError) throw error;
    signal?.throwIfAborted();
    const isTimeout = abort.signal.reason === TIMED_OUT;
    const message = isTimeout ? `Kith did not answer within ${timeoutMs} ms.` : "Kith cannot be reached, or the connection broke.";
    throw new KithError({ code: isTimeout ? "timeout" : "unreachable", message, cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", pass);
  }
}

const TIMED_OUT = Symbol("timed out");

/** Ends early, with the reason of the signal, when that is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
