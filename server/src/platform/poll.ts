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

interface Polling {
  timing?: Timing;
  everyMs: number;
  /** How often it looks while nothing has happened for a while. */
  quietEveryMs?: number;
  /** False: there was nothing. */
  look(): Promise<unknown>;
  /** `isFirst`: the look before did not fail. */
  failed(error: unknown, isFirst: boolean): Promise<void> | void;
}

/** Looks again and again, one look at a time, each begun `everyMs` after the one before, or as soon as that is over. */
export function createPoll({ timing = realTiming, everyMs, quietEveryMs = everyMs, look, failed }: Polling) {
  let [isOn, isFailing] = [false, false];
  let foundAt = timing.now();
  let cancel = () => {};
  let looking: Promise<void> | undefined;

  async function lookOnce(): Promise<void> {
    const started = timing.now();
    try {
      if ((await look()) !== false) foundAt = timing.now();
      isFailing = false;
    } catch (error) {
      await failed(error, !isFailing);
      isFailing = true;
    }
    looking = undefined;
    const pause = timing.now() - foundAt < QUIET_AFTER_MS ? everyMs : quietEveryMs;
    if (isOn) schedule(Math.max(0, pause - (timing.now() - started)));
  }

  function schedule(ms: number): void {
    cancel();
    cancel = timing.after(ms, () => (looking = lookOnce()));
  }

  return {
    /** Looks at once, unless a look is under way. */
    start() {
      isOn = true;
      if (!looking) schedule(0);
    },
    /** Waits for the look that is under way. */
    async stop() {
      isOn = false;
      cancel();
      await looking;
    },
  };
}
