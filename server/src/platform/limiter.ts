import { SECOND_MS, type Clock } from "../kernel/clock.ts";

interface Verdict {
  isAllowed: boolean;
  remaining: number;
  resetSeconds: number;
}

export interface Limiter {
  /** Counts one and says whether it is still allowed. */
  take(who: string): Verdict;
  /** Says whether one more would be allowed, without counting it. */
  look(who: string): Verdict;
  /** Takes one back that should not count after all. */
  giveBack(who: string): void;
}

/** Callers choose their addresses: more than this are not remembered, and the oldest are forgotten first. */
const MAX_WINDOWS = 100_000;

/** At most `max` in each window, per caller, in this process's memory. It is exact if the load balancer sends a key to one node. */
export function createLimiter(clock: Clock, max: number, windowMs: number): Limiter {
  const windows = new Map<string, { count: number; endsAt: number }>();

  // One that ends later than a new one would is from before the clock was set back.
  const isOpen = ({ endsAt }: { endsAt: number }, now: number) => endsAt > now && endsAt <= now + windowMs;

  function windowOf(who: string, now: number) {
    const known = windows.get(who);
    if (known && isOpen(known, now)) return known;
    // A new window goes to the end, so the oldest come first: the loop below stops at the first one that is still open.
    windows.delete(who);
    for (const [key, one] of windows) {
      if (isOpen(one, now)) break;
      windows.delete(key);
    }
    if (windows.size >= MAX_WINDOWS) windows.delete(windows.keys().next().value ?? "");
    const fresh = { count: 0, endsAt: now + windowMs };
    windows.set(who, fresh);
    return fresh;
  }

  function verdictOf(window: { count: number; endsAt: number }, now: number, isAllowed: boolean): Verdict {
    return { isAllowed, remaining: Math.max(0, max - window.count), resetSeconds: Math.ceil((window.endsAt - now) / SECOND_MS) };
  }

  return {
    take(who) {
      const now = clock.now().getTime();
      const window = windowOf(who, now);
      window.count++;
      return verdictOf(window, now, window.count <= max);
    },
    look(who) {
      const now = clock.now().getTime();
      const window = windows.get(who);
      if (!window || !isOpen(window, now)) return { isAllowed: true, remaining: max, resetSeconds: 0 };
      return verdictOf(window, now, window.count < max);
    },
    giveBack(who) {
      const window = windows.get(who);
      if (window && window.count > 0) window.count--;
    },
  };
}
