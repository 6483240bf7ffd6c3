import { SECOND_MS, type Clock } from "../kernel/clock.ts";

export interface Verdict {
  isAllowed: boolean;
  remaining: number;
  resetSeconds: number;
}

export interface Limiter {
  /** Counts one and says whether it still fits. */
  take(who: string): Verdict;
  /** Looks without counting. */
  look(who: string): Verdict;
  /** Takes one back that turned out not to count. */
  giveBack(who: string): void;
}

/** At most `most` in each window, per caller, in this process's memory. A balancer that hashes on the key makes it exact. */
export function createLimiter(clock: Clock, most: number, windowMs: number): Limiter {
  const windows = new Map<string, { count: number; endsAt: number }>();

  function windowOf(who: string, now: number) {
    const known = windows.get(who);
    if (known && known.endsAt > now) return known;
    // A renewed window goes to the end, so the oldest come first: clearing them away never walks over the living.
    windows.delete(who);
    for (const [key, one] of windows) {
      if (one.endsAt > now) break;
      windows.delete(key);
    }
    const fresh = { count: 0, endsAt: now + windowMs };
    windows.set(who, fresh);
    return fresh;
  }

  function judge(window: { count: number; endsAt: number }, now: number, isAllowed: boolean): Verdict {
    return { isAllowed, remaining: Math.max(0, most - window.count), resetSeconds: Math.ceil((window.endsAt - now) / SECOND_MS) };
  }

  return {
    take(who) {
      const now = clock.now().getTime();
      const window = windowOf(who, now);
      window.count++;
      return judge(window, now, window.count <= most);
    },
    look(who) {
      const now = clock.now().getTime();
      const window = windows.get(who);
      if (!window || window.endsAt <= now) return { isAllowed: true, remaining: most, resetSeconds: 0 };
      return judge(window, now, window.count < most);
    },
    giveBack(who) {
      const window = windows.get(who);
      if (window && window.count > 0) window.count--;
    },
  };
}
