import { unavailable, tooMany } from "../../kernel/errors.ts";
import { createTimeAccounts } from "../time-accounts.ts";

/** Time of connections that a company may use at once: a dashboard of twenty figures is not slowed down. */
const SAVED_MS = 4_000;

/** Who asks whether there is a connection, for `/readyz`. It waits in the line as a company does, but nobody makes room for it. */
export const MONITOR = "monitor";

type Leave = () => void;

interface Waiting {
  admit(): void;
  timer: NodeJS.Timeout;
}

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
  const accounts = createTimeAccounts({ rate: fifth, savedMs: SAVED_MS }, now);
  const half = Math.max(1, Math.floor(connections / 2));
  const kept = connections < 3 ? 0 : fifth;
  const held = new Map<string, number>();
  const queues = new Map<string, Waiting[]>();
  let free = connections;

  function mayEnter(who: string): boolean {
    const own = held.get(who) ?? 0;
    if (own === 0) return free > 0;
    if (free <= kept) return false;
    return accounts.isAlone(who) || own < (accounts.leftMs(who) > 0 ? half : fifth);
  }

  function take(who: string): Leave {
    free--;
    held.set(who, (held.get(who) ?? 0) + 1);
    const since = now();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      accounts.spend(who, now() - since);
      free++;
      const left = (held.get(who) ?? 1) - 1;
      if (left > 0) held.set(who, left);
      else held.delete(who);
      admitWaiting();
    };
  }

  /** Who holds the fewest connections comes first; among equals, who has waited longest. */
  function admitWaiting(): void {
    for (let next = nextInLine(); next !== undefined; next = nextInLine()) queues.get(next)?.[0]?.admit();
  }

  function nextInLine(): string | undefined {
    let next: string | undefined;
    for (const who of queues.keys()) if (mayEnter(who) && (next === undefined || (held.get(who) ?? 0) < (held.get(next) ?? 0))) next = who;
    return next;
  }

  function leaveQueue(who: string, one: Waiting): void {
    clearTimeout(one.timer);
    const left = (queues.get(who) ?? []).filter((other) => other !== one);
    queues.delete(who); // and to the end of the line
    if (left.length > 0) queues.set(who, left);
  }

  return {
    enter(who, maxWaitMs = waitMs) {
      if (who !== MONITOR) accounts.noteCall(who);
      if (!queues.has(who) && mayEnter(who)) return Promise.resolve(take(who));
      return new Promise<Leave>((resolve, reject) => {
        const one: Waiting = {
          admit() {
            leaveQueue(who, one);
            resolve(take(who));
          },
          timer: setTimeout(() => {
            leaveQueue(who, one);
            reject(refusal(held.get(who) ?? 0));
          }, maxWaitMs),
        };
        queues.set(who, [...(queues.get(who) ?? []), one]);
      });
    },
  };
}

const refusal = (own: number) =>
  own > 0
    ? tooMany(`Your company has ${own} slow calls running. Wait for one to end, or ask for less.`, 1)
    : unavailable("database_busy", "All connections to the data are in use. Try again in a few seconds.");
