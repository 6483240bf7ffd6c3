import { SECOND_MS } from "../../../kernel/clock.ts";
import { createLines, placesLeft } from "../../../platform/places.ts";

// A company gets a place of a pool while it has less than this part of what is free. So one company has at most a quarter of the slow places,
// ten have three quarters of them together, and the next company that comes finds a free one at once.
const SLOW = { places: 100, part: 1 / 3 };
const FAST = { places: 300, part: 1 / 2 };
// Requests that turned out to be slow leave the places of the fast ones, without taking those of others that are slow; they all end after
// 15 seconds.
const ALL = { places: 1_000, part: 1 / 8 };
const MAX_OF_COMPANY = 100;
const SLOW_MS = 2 * SECOND_MS;
const SWEEP_MS = 500;

type Kind = "slow" | "fast" | "late";

interface Taken {
  companyId: string;
  kind: Kind;
  since: number;
}

type Counts = Record<Kind, number>;
type Start = (release: () => void) => void;

const none = (): Counts => ({ slow: 0, fast: 0, late: 0 });
const totalOf = ({ slow, fast, late }: Counts) => slow + fast + late;

/**
 * How many requests a worker makes at once. Endpoints that failed or were slow have places of their own, so that no number of dead ones
 * takes those of the others, and companies share both kinds: whoever waits is served in turn by company. A request that takes long leaves
 * the fast places while it runs.
 */
export function createSlots(now: () => number = () => performance.now()) {
  const taken = new Set<Taken>();
  const all = none();
  const ofCompany = new Map<string, Counts>();
  const waiting = { slow: createLines<Start>(), fast: createLines<Start>() };

  function hasPlace(companyId: string, kind: "slow" | "fast"): boolean {
    const own = ofCompany.get(companyId) ?? none();
    const ownTotal = totalOf(own);
    if (ownTotal >= MAX_OF_COMPANY || placesLeft(ALL, taken.size, ownTotal) === 0) return false;
    return (kind === "fast" ? placesLeft(FAST, all.fast, own.fast) : placesLeft(SLOW, all.slow, own.slow + own.late)) > 0;
  }

  function count({ companyId, kind }: Taken, by: 1 | -1): void {
    const own = ofCompany.get(companyId) ?? none();
    own[kind] += by;
    all[kind] += by;
    if (totalOf(own) > 0) ofCompany.set(companyId, own);
    else ofCompany.delete(companyId);
  }

  function take(companyId: string, kind: "slow" | "fast"): () => void {
    const one: Taken = { companyId, kind, since: now() };
    taken.add(one);
    count(one, 1);
    return () => {
      if (!taken.delete(one)) return;
      count(one, -1);
      admit();
    };
  }

  function admit(): void {
    for (const kind of ["fast", "slow"] as const) while (admitOne(kind));
  }

  function admitOne(kind: "slow" | "fast"): boolean {
    const next = waiting[kind].takeNext((companyId) => hasPlace(companyId, kind));
    next?.start(take(next.companyId, kind));
    return next !== undefined;
  }

  /** Requests that take long no longer count as fast. */
  function sweep(): void {
    const limit = now() - SLOW_MS;
    for (const one of taken) {
      if (one.kind !== "fast" || one.since > limit) continue;
      count(one, -1);
      one.kind = "late";
      count(one, 1);
    }
    admit();
  }

  const timer = setInterval(sweep, SWEEP_MS);
  timer.unref();

  return {
    get inFlight() {
      return taken.size;
    },
    /** Waits for a place; the answer gives it back. */
    enter(companyId: string, isSlow: boolean): Promise<() => void> {
      const kind = isSlow ? "slow" : "fast";
      if (!waiting[kind].has(companyId) && hasPlace(companyId, kind)) return Promise.resolve(take(companyId, kind));
      return new Promise((start) => waiting[kind].wait(companyId, start));
    },
    sweep,
    stop: () => clearInterval(timer),
  };
}

export type Slots = ReturnType<typeof createSlots>;
