/** Places for a number of callers; the others wait in line. */
export function createPlaces(max: number) {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return {
    /** Waits for a place. */
    async enter() {
      if (taken >= max) await new Promise<void>((start) => waiting.push(start));
      else taken++;
      let isHeld = true;
      return {
        get isHeld() {
          return isHeld;
        },
        leave() {
          if (!isHeld) return;
          isHeld = false;
          const next = waiting.shift();
          if (next) next();
          else taken--;
        },
      };
    },
  };
}

/** A bound on how much is under way at once; callers wait in line. */
export function createLimit(max: number) {
  const places = createPlaces(max);
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    const place = await places.enter();
    try {
      return await work();
    } finally {
      place.leave();
    }
  };
}
