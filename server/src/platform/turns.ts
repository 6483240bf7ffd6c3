import { SECOND_MS } from "../kernel/clock.ts";

const SLOW_MS = SECOND_MS;

/**
 * A bound on how many companies are worked for at once; the others wait in line. Companies whose last turn was slow share half of the
 * places, so that no number of them takes all.
 */
export function createTurns(places: number) {
  const forSlow = Math.max(1, Math.floor(places / 2));
  const waiting: { isSlow: boolean; start(): void }[] = [];
  const slow = new Set<string>();
  let [taken, takenBySlow] = [0, 0];

  const isFree = (isSlow: boolean) => taken < places && (!isSlow || takenBySlow < forSlow);

  function enter(isSlow: boolean): void {
    taken++;
    if (isSlow) takenBySlow++;
  }

  function leave(isSlow: boolean): void {
    taken--;
    if (isSlow) takenBySlow--;
    const at = waiting.findIndex((one) => isFree(one.isSlow));
    const [next] = at < 0 ? [] : waiting.splice(at, 1);
    if (!next) return;
    enter(next.isSlow);
    next.start();
  }

  return {
    async take<T>(company: string, run: () => Promise<T>): Promise<T> {
      const isSlow = slow.has(company);
      if (isFree(isSlow)) enter(isSlow); // whoever waits has no place of their kind
      else await new Promise<void>((start) => waiting.push({ isSlow, start }));
      const started = performance.now();
      try {
        return await run();
      } finally {
        if (performance.now() - started > SLOW_MS) slow.add(company);
        else slow.delete(company);
        leave(isSlow);
      }
    },
  };
}
