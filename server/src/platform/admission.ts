import { SECOND_MS } from "../kernel/clock.ts";
import { createFairPlaces, type FairPlaces, type Leave } from "./fair-places.ts";
import { createRefusals } from "./refusals.ts";
import { watchLoop, type Watch } from "./watch-loop.ts";
import { createWorkMeter } from "./work-meter.ts";

/**
 * So many calls are under way: what is answered in this time. More would not be answered sooner, and each turn of the event loop would take
 * longer. Fewer than 64 light ones would cost a third of them, because their look-ups travel together (`bench:auth`, me/bare).
 */
const PLACES_MS = 50;
const [MIN_PLACES, MAX_PLACES] = [8, 96];
/** So many more come in at each look if the event loop had nothing to do, and fewer the less time it had left; none if it had less than half. */
const LET_IN = 16;
const HALF = 0.5;
/** Who has waited for so long is refused. */
const MAX_WAIT_MS = SECOND_MS;
/** What is answered in this time may wait: those who wait are then let in before they would be refused. */
const LINE_MS = 500;
/** So many may always wait: what has just begun to be busy has answered nothing yet. */
const MIN_LINE = 48;
/** Of one company, also while the process has time left. */
const MAX_LINE = 1_000;
/** Of all companies and networks. */
const MAX_WAITING = 4_000;
/** A process that works for this part of the time has none left. */
const BUSY = 0.9;

/**
 * What a call is told: it may begin, and calls `leave` when it is over; or, without `leave`, that there is too much to do. `isOneOfMany`: its
 * company does not heed what it is told.
 */
export type Answer = (leave: Leave | undefined, isOneOfMany?: boolean) => void;

/** Who has used how much of this process's time lately. */
interface RecentUse {
  usedMs(who: string): number;
  isLight(who: string): boolean;
}

export interface Admission {
  /** Answers at once where there is a place for `who`, a company. What this returns ends the waiting of a caller who is gone. */
  ask(who: string, answer: Answer): () => void;
  /** Tells `who` that it may not come in, sooner or later. */
  refuse(who: string, answer: Answer): () => void;
  /** What a call takes of this process's time, on average. */
  costMs(): number;
  stop(): void;
}

/**
 * Lets calls in, so many at one time that the event loop turns quickly and those of one company leave room for others. The other calls wait in
 * the line of their company, and are let in as places get free, or as the event loop has time left: calls that wait for the database take
 * nothing from others. Who would wait too long is refused at once. Who has used least of this process's time comes first, and who has used little
 * finds a place when the others have taken all. See docs/decisions/0055-overload.md.
 */
export function createAdmission(recent: RecentUse, watch: Watch = watchLoop): Admission {
  // What is under way will be used: without it, a company would have all places before the first call was over.
  const used = (who: string) => recent.usedMs(who) + places.held(who) * meter.costMs();
  const places: FairPlaces = createFairPlaces(MIN_PLACES, { isLight: recent.isLight, used });
  // In the order in which they came.
  const waiting = new Set<{ sinceMs: number; refuse(): void }>();
  const refusals = createRefusals();
  const meter = createWorkMeter();
  let watchedMs = 0;
  let stopWatching: (() => void) | undefined;

  function startWatching(): void {
    if (stopWatching) return;
    meter.restart();
    stopWatching = watch(look);
  }

  function look(workedMs: number, passedMs: number): void {
    watchedMs += passedMs;
    meter.look(workedMs, passedMs);
    places.resize(Math.round(Math.min(MAX_PLACES, Math.max(MIN_PLACES, meter.answersPerMs() * PLACES_MS))));
    const worked = Math.max(workedMs / passedMs, meter.busy());
    if (worked < HALF) places.letIn(Math.ceil(LET_IN * (1 - worked / HALF)));
    for (const one of waiting) {
      if (watchedMs - one.sinceMs < MAX_WAIT_MS) break;
      one.refuse();
    }
    refusals.look(watchedMs);
    if (waiting.size === 0 && refusals.isOver()) stop();
  }

  function stop(): void {
    stopWatching?.();
    stopWatching = undefined;
  }

  function mayWait(who: string): boolean {
    const own = places.inLine(who);
    if (waiting.size >= MAX_WAITING) return false;
    if (meter.busy() < BUSY) return own < MAX_LINE;
    const line = Math.max(MIN_LINE, meter.answersPerMs() * LINE_MS);
    // However many others wait: a line that one company has filled is not another's.
    return own < Math.max(1, line / (places.lines() + (own === 0 ? 1 : 0))) || (waiting.size < 2 * line && recent.isLight(who));
  }

  const counted = (leave: Leave) => () => {
    meter.answered();
    leave();
  };

  function wait(who: string, answer: Answer): () => void {
    const one = { sinceMs: watchedMs, refuse };
    const leaveLine = places.wait(who, (leave) => {
      waiting.delete(one);
      answer(counted(leave));
    });
    waiting.add(one);
    function end(): void {
      leaveLine();
      waiting.delete(one);
    }
    function refuse(): void {
      end();
      answer(undefined);
    }
    return end;
  }

  function refuse(who: string, answer: Answer): () => void {
    startWatching();
    return refusals.refuse(who, watchedMs, (isHeld) => answer(undefined, isHeld));
  }

  return {
    refuse,
    costMs: meter.costMs,
    ask(who, answer) {
      const leave = places.enter(who);
      if (leave) {
        answer(counted(leave));
        return () => undefined;
      }
      startWatching();
      return mayWait(who) ? wait(who, answer) : refuse(who, answer);
    },
    stop,
  };
}
