/** A line for each company, served in turn. */
export function createLines<Start extends object>() {
  // The company that was served last is the last in its map.
  const lines = new Map<string, Start[]>();
  return {
    has: (companyId: string) => lines.has(companyId),
    wait(companyId: string, start: Start): void {
      const line = lines.get(companyId);
      if (line) line.push(start);
      else lines.set(companyId, [start]);
    },
    /** Takes the first of the next company that may be served out of its line. */
    takeNext(mayBe: (companyId: string) => boolean = () => true): { companyId: string; start: Start } | undefined {
      for (const [companyId, line] of lines) {
        if (!mayBe(companyId)) continue;
        const start = line.shift();
        lines.delete(companyId);
        if (line.length > 0) lines.set(companyId, line);
        return start && { companyId, start };
      }
      return undefined;
    },
  };
}

/** Places for a number of callers; the others wait in line, and those of different companies are served in turn. */
export function createPlaces(max: number) {
  const lines = createLines<() => void>();
  let taken = 0;

  return {
    /** Waits for a place. */
    async enter(companyId = "") {
      if (taken >= max) await new Promise<void>((start) => lines.wait(companyId, start));
      else taken++;
      let isHeld = true;
      return {
        get isHeld() {
          return isHeld;
        },
        leave() {
          if (!isHeld) return;
          isHeld = false;
          const next = lines.takeNext();
          if (next) next.start();
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
