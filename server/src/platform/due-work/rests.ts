import { SECOND_MS } from "../../kernel/clock.ts";

const FIRST_MS = SECOND_MS;
const LONGEST_MS = 30 * SECOND_MS;
const MAX_KEPT = 10_000;

interface Resting {
  firstMs?: number;
  longestMs?: number;
  /** Milliseconds that only go forward. */
  now?: () => number;
}

/** What is not looked at for a while: because it failed, each time twice as long, or because there was nothing to do. */
export function createRests({ firstMs = FIRST_MS, longestMs = LONGEST_MS, now = () => performance.now() }: Resting = {}) {
  const rests = new Map<string, { until: number; ms: number }>();

  function set(key: string, ms: number, grownTo: number): void {
    // What failed long ago and is not due any more would stay for ever.
    if (rests.size >= MAX_KEPT) for (const [old, { until }] of rests) if (until <= now()) rests.delete(old);
    rests.set(key, { until: now() + ms, ms: grownTo });
  }

  return {
    isResting: (key: string) => (rests.get(key)?.until ?? 0) > now(),
    resting: () => [...rests].filter(([, { until }]) => until > now()).map(([key]) => key),
    /** Answers for how long. */
    afterFailure(key: string): number {
      const ms = Math.min(longestMs, 2 * (rests.get(key)?.ms ?? firstMs / 2));
      set(key, ms, ms);
      return ms;
    },
    afterNothing: (key: string, ms: number) => set(key, ms, firstMs / 2),
    forget: (key: string) => void rests.delete(key),
  };
}
