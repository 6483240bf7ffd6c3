import type { Commits } from "../kernel/feature.ts";

/** Time, as a test can make it pass. */
export interface Timing {
  /** Milliseconds that only go forward. */
  now(): number;
  /** The answer cancels it. */
  after(ms: number, run: () => void): () => void;
}

export const realTiming: Timing = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

export const wait = (timing: Timing, ms: number) => new Promise<void>((done) => void timing.after(ms, done));

/** A poll that has found nothing for this long looks less often. */
const QUIET_AFTER_MS = 10_000;
/** What comes with time, and not with a write, is found this late at most. */
const IDLE_EVERY_MS = 1_000;

interface Polling {
  timing?: Timing;
  everyMs: number;
  /** How often it looks while nothing has happened for a while. */
  quietEveryMs?: number;
  /** With them, a poll that has found nothing looks again when something was written to the database, or after `idleEveryMs`. */
  commits?: Commits | undefined;
  idleEveryMs?: number;
  /** False: there was nothing. */
  look(): Promise<unknown>;
  /** `isFirst`: the look before did not fail. */
  failed(error: unknown, isFirst: boolean): Promise<void> | void;
}

/** Looks again and again, one look at a time, each begun `everyMs` after the one before, or as soon as that is over. */
export function createPoll({
  timing = realTiming,
  everyMs,
  quietEveryMs = everyMs,
  commits,
  idleEveryMs = IDLE_EVERY_MS,
  look,
  failed,
}: Polling) {
  let [isOn, isFailing] = [false, false];
  // `isWoken`: something was written since the last look began. `isIdle`: it waits for that.
  let [isWoken, isIdle] = [false, false];
  let foundAt = timing.now();
  let startedAt = 0;
  let cancel = () => {};
  let ignoreCommits = () => {};
  let looking: Promise<void> | undefined;

  async function lookOnce(): Promise<void> {
    startedAt = timing.now();
    isWoken = false;
    let mayWait = false;
    try {
      const hasFound = (await look()) !== false;
      if (hasFound) foundAt = timing.now();
      mayWait = !hasFound && commits !== undefined;
      isFailing = false;
    } catch (error) {
      await failed(error, !isFailing);
      isFailing = true;
    }
    looking = undefined;
    const pause = timing.now() - foundAt < QUIET_AFTER_MS ? everyMs : quietEveryMs;
    if (isOn) schedule(pause - sinceStart(), mayWait ? waitForCommit : begin);
  }

  const sinceStart = () => timing.now() - startedAt;
  const begin = () => void (looking = lookOnce());

  function waitForCommit(): void {
    if (isWoken) return begin();
    isIdle = true;
    schedule(idleEveryMs - sinceStart(), begin);
  }

  function wake(): void {
    isWoken = true;
    if (isIdle) schedule(0, begin);
  }

  function schedule(ms: number, next: () => void): void {
    cancel();
    cancel = timing.after(Math.max(0, ms), () => {
      isIdle = false;
      next();
    });
  }

  return {
    /** Looks at once, unless a look is under way. */
    start() {
      if (!isOn && commits) ignoreCommits = commits.onCommit(wake);
      isOn = true;
      if (!looking) schedule(0, begin);
    },
    /** Waits for the look that is under way. */
    async stop() {
      isOn = false;
      ignoreCommits();
      cancel();
      await looking;
    },
  };
}
