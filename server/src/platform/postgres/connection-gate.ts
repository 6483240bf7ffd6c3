import { unavailable, tooMany } from "../../kernel/errors.ts";
import { createFairPlaces, type Leave } from "../fair-places.ts";
import { createTimeAccounts } from "../time-accounts.ts";

/** Time of connections that a company may use at once: a dashboard of twenty figures is not slowed down. */
const SAVED_MS = 4_000;

/** Who asks whether there is a connection, for `/readyz`. It waits in the line as a company does, but nobody makes room for it. */
export const MONITOR = "monitor";

export interface ConnectionGate {
  /** Waits for a connection's turn. `who` is the company; what it returns gives the place back. */
  enter(who: string, maxWaitMs?: number): Promise<Leave>;
}

/**
 * Stands in front of a pool of connections, so that one company's slow statements leave some for the others: while several companies
 * call, each has at most half of them, and the last fifth goes to companies that have none. A company that has used more than a fifth
 * of all connections' time for some seconds has only a fifth of them. Alone, a company has all but the last fifth. See
 * docs/decisions/0023-shares.md.
 */
export function createConnectionGate(connections: number, waitMs: number, now: () => number = () => performance.now()): ConnectionGate {
  const fifth = Math.max(1, Math.floor(connections / 5));
  const half = Math.max(1, Math.floor(connections / 2));
  const accounts = createTimeAccounts({ rate: fifth, savedMs: SAVED_MS }, now);
  const places = createFairPlaces(connections, {
    mayHaveMore: (who, own) => accounts.isAlone(who) || own < (accounts.leftMs(who) > 0 ? half : fifth),
  });

  function charged(who: string, leave: Leave): Leave {
    const since = now();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      accounts.spend(who, now() - since);
      leave();
    };
  }

  return {
    enter(who, maxWaitMs = waitMs) {
      if (who !== MONITOR) accounts.noteCall(who);
      const leave = places.enter(who);
      if (leave) return Promise.resolve(charged(who, leave));
      return new Promise<Leave>((resolve, reject) => {
        const leaveLine = places.wait(who, (place) => {
          clearTimeout(timer);
          resolve(charged(who, place));
        });
        const timer = setTimeout(() => {
          leaveLine();
          reject(refusal(places.held(who)));
        }, maxWaitMs);
      });
    },
  };
}

const refusal = (own: number) =>
  own > 0
    ? tooMany(`Your company has ${own} slow calls running. Wait for one to end, or ask for less.`, 1)
    : unavailable("database_busy", "All connections to the data are in use. Try again in a few seconds.");
