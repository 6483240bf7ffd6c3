import { SECOND_MS } from "../kernel/clock.ts";

const HALVED_EVERY_MS = SECOND_MS;
/** Who has used less is forgotten, and does not count as one among whom time is divided. */
const NOTHING_MS = 1;
const FORGET_EVERY_MS = SECOND_MS;

interface Use {
  ms: number;
  at: number;
}

/** Who has used how much of something lately. What was used is halved with each second. */
export function createRecentUse(now: () => number = () => performance.now()) {
  const uses = new Map<string, Use>();
  const all: Use = { ms: 0, at: now() };
  let forgotAt = now();

  const left = ({ ms, at }: Use) => ms * 2 ** ((at - now()) / HALVED_EVERY_MS);

  function addTo(use: Use, ms: number): void {
    use.ms = left(use) + ms;
    use.at = now();
  }

  function forget(): void {
    if (now() - forgotAt < FORGET_EVERY_MS) return;
    forgotAt = now();
    for (const [who, use] of uses) if (left(use) < NOTHING_MS) uses.delete(who);
  }

  function of(who: string): number {
    const use = uses.get(who);
    return use ? left(use) : 0;
  }

  return {
    of,
    add(who: string, ms: number): void {
      const use = uses.get(who);
      if (use) addTo(use, ms);
      else uses.set(who, { ms, at: now() });
      addTo(all, ms);
      forget();
    },
    /** What each would have used if all had used as much. */
    fairPart: () => left(all) / Math.max(1, uses.size),
  };
}
