import { SECOND_MS } from "../kernel/clock.ts";

/** So many calls of a company are refused at once in a second. */
const AT_ONCE = 100;
/** The others are told later. */
const HELD_MS = 5 * SECOND_MS;

/**
 * So many are answered at each look. They had come at one time, and call again when they are answered: a thousand at once are a long turn of the event loop
 * every five seconds, and other companies' calls wait for it (`test:fair-shares`).
 */
const ANSWERED_AT_A_LOOK = 50;

/** More do not wait: each holds a connection and what was read of its request. */
const MAX_HELD = 4_000;

/**
 * Tells callers that they are refused. A program that is refused and calls again at once would take up the event loop with that alone, so a
 * company that has had many refused is made to wait for the next ones.
 */
export function createRefusals() {
  const counts = new Map<string, number>();
  // In the order in which they came.
  const waiting = new Set<{ sinceMs: number; tell(isHeld: boolean): void }>();
  let countedSinceMs = 0;

  return {
    /** What this returns ends the waiting of a caller who is gone. */
    refuse(who: string, atMs: number, tell: (isHeld: boolean) => void): () => void {
      const count = (counts.get(who) ?? 0) + 1;
      counts.set(who, count);
      if (count <= AT_ONCE || waiting.size >= MAX_HELD) {
        tell(count > AT_ONCE);
        return () => undefined;
      }
      const one = { sinceMs: atMs, tell };
      waiting.add(one);
      return () => void waiting.delete(one);
    },
    look(atMs: number): void {
      if (atMs - countedSinceMs >= SECOND_MS) {
        counts.clear();
        countedSinceMs = atMs;
      }
      let count = 0;
      for (const one of waiting) {
        if (atMs - one.sinceMs < HELD_MS || count++ >= ANSWERED_AT_A_LOOK) break;
        waiting.delete(one);
        one.tell(true);
      }
    },
    /** Nobody was refused in the last second, and nobody waits to be told. */
    isOver: () => counts.size === 0 && waiting.size === 0,
  };
}
