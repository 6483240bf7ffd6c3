import { SECOND_MS, type Clock } from "../kernel/clock.ts";

const SWEEP_AT = 10_000;

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
}

/** At most `most` in each window, per caller, in this process's memory. A balancer that hashes on the key makes it exact. */
export function createLimiter(clock: Clock, most: number, windowMs: number): Limiter {
  const windows = new Map<string, { count: number; endsAt: number }>();

  function windowOf(who: string, now: number) {
    const known = windows.get(who);
    if (known && known.endsAt > now) return known;
    if (windows.size >= SWEEP_AT) for (const [key, one] of windows) if (one.endsAt <= now) windows.delete(key);
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
  };
}
