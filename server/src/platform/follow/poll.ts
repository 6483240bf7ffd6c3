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

interface Polling {
  timing: Timing;
  everyMs: number;
  look(): Promise<void>;
  /** `isFirst`: the look before did not fail. */
  failed(error: unknown, isFirst: boolean): Promise<void> | void;
}

/** Looks again and again, one look at a time, each begun `everyMs` after the one before, or as soon as that is over. */
export function createPoll({ timing, everyMs, look, failed }: Polling) {
  let [isOn, isFailing] = [false, false];
  let cancel = () => {};
  let looking: Promise<void> | undefined;

  async function lookOnce(): Promise<void> {
    const started = timing.now();
    try {
      await look();
      isFailing = false;
    } catch (error) {
      await failed(error, !isFailing);
      isFailing = true;
    }
    looking = undefined;
    if (isOn) schedule(Math.max(0, everyMs - (timing.now() - started)));
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
