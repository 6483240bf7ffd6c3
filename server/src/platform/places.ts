/** Places for a number of callers; the others wait in line, and those of different companies are served in turn. */
export function createPlaces(max: number) {
  // The company that was served last is the last in its map.
  const waiting = new Map<string, (() => void)[]>();
  let taken = 0;

  function takeNext(): (() => void) | undefined {
    for (const [companyId, queue] of waiting) {
      const next = queue.shift();
      waiting.delete(companyId);
      if (queue.length > 0) waiting.set(companyId, queue);
      return next;
    }
    return undefined;
  }

  function wait(companyId: string, start: () => void): void {
    const queue = waiting.get(companyId);
    if (queue) queue.push(start);
    else waiting.set(companyId, [start]);
  }

  return {
    /** Waits for a place. */
    async enter(companyId = "") {
      if (taken >= max) await new Promise<void>((start) => wait(companyId, start));
      else taken++;
      let isHeld = true;
      return {
        get isHeld() {
          return isHeld;
        },
        leave() {
          if (!isHeld) return;
          isHeld = false;
          const next = takeNext();
          if (next) next();
          else taken--;
        },
      };
    },
  };
}

export interface SharedPlaces {
  places: number;
  /** One of those who share them gets another place only while it has less than this part of what is free. */
  part: number;
}

/** How many more places one of many may take now. Whoever has none gets one as long as there is a free one. */
export function placesLeft({ places, part }: SharedPlaces, taken: number, own: number): number {
  const free = places - taken;
  const limit = Math.max(1, free * part);
  // With each place that is taken less is free.
  return free <= 0 || own >= limit ? 0 : Math.max(1, Math.floor((limit - own) / (1 + part)));
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
