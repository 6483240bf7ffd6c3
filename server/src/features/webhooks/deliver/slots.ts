import { SECOND_MS } from "../../../kernel/clock.ts";

const MAX_REQUESTS = 400;
const MAX_SLOW = 100;
const MAX_OF_COMPANY = 100;
// Requests that turned out to be slow leave the places of the fast ones; they all end after 15 seconds.
const MAX_IN_FLIGHT = 1_000;
const SLOW_MS = 2 * SECOND_MS;
const SWEEP_MS = 500;

interface Taken {
  companyId: string;
  isSlow: boolean;
  since: number;
}

interface Waiter {
  companyId: string;
  isSlow: boolean;
  start(release: () => void): void;
}

/**
 * How many requests a worker makes at once. Endpoints that failed or were slow share a quarter of them, and so does one company's: no
 * number of dead endpoints takes the places of the others. A request that takes long moves to the slow ones while it runs.
 */
export function createSlots() {
  const taken = new Set<Taken>();
  const waiters: Waiter[] = [];
  const ofCompany = new Map<string, number>();
  let slow = 0;

  const hasPlace = ({ companyId, isSlow }: Pick<Waiter, "companyId" | "isSlow">) =>
    taken.size < MAX_IN_FLIGHT &&
    (ofCompany.get(companyId) ?? 0) < MAX_OF_COMPANY &&
    (isSlow ? slow < MAX_SLOW : taken.size - slow < MAX_REQUESTS - MAX_SLOW);

  function take({ companyId, isSlow }: Pick<Waiter, "companyId" | "isSlow">): () => void {
    const one: Taken = { companyId, isSlow, since: performance.now() };
    taken.add(one);
    if (isSlow) slow++;
    ofCompany.set(companyId, (ofCompany.get(companyId) ?? 0) + 1);
    return () => {
      if (!taken.delete(one)) return;
      if (one.isSlow) slow--;
      const left = (ofCompany.get(companyId) ?? 1) - 1;
      if (left > 0) ofCompany.set(companyId, left);
      else ofCompany.delete(companyId);
      admit();
    };
  }

  function admit(): void {
    for (let at = 0; at < waiters.length && taken.size < MAX_IN_FLIGHT;) {
      const waiter = waiters[at];
      if (waiter && hasPlace(waiter)) {
        waiters.splice(at, 1);
        waiter.start(take(waiter));
      } else at++;
    }
  }

  const sweep = setInterval(() => {
    const limit = performance.now() - SLOW_MS;
    for (const one of taken) {
      if (one.isSlow || one.since > limit) continue;
      one.isSlow = true;
      slow++;
    }
    admit();
  }, SWEEP_MS);
  sweep.unref();

  return {
    get inFlight() {
      return taken.size;
    },
    /** Waits for a place; the answer gives it back. */
    enter(companyId: string, isSlow: boolean): Promise<() => void> {
      if (hasPlace({ companyId, isSlow })) return Promise.resolve(take({ companyId, isSlow }));
      return new Promise((start) => waiters.push({ companyId, isSlow, start }));
    },
    stop: () => clearInterval(sweep),
  };
}

export type Slots = ReturnType<typeof createSlots>;
