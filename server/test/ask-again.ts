import { setTimeout } from "node:timers/promises";

const WAIT_MS = 1_000;
const MAX_TRIES = 30;

/**
 * Asks, and asks again while the service says that it is overloaded, as a client does. A test and its service are one process, so what the test
 * does, and other processes on a small machine, slow the service down. A call that is refused in this way has changed nothing.
 */
export async function askAgain(url: string, init: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(url, init);
    if (response.status !== 503 || tries === MAX_TRIES) return response;
    const body = await response.clone().text();
    if (!body.includes('"overloaded"')) return response;
    await setTimeout(WAIT_MS);
  }
}
