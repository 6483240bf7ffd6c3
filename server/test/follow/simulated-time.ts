interface Planned {
  at: number;
  order: number;
  run(): void;
}

/** Time that passes as fast as what happens in it can be worked out. */
export function createSimulatedTime() {
  const planned: Planned[] = [];
  let [now, order] = [0, 0];

  /** A heap: the earliest is first, and of those at one time the one that was planned first. */
  const isBefore = (one: Planned, other: Planned) => one.at < other.at || (one.at === other.at && one.order < other.order);
  const swap = (a: number, b: number) => ([planned[a], planned[b]] = [planned[b] as Planned, planned[a] as Planned]);

  function push(one: Planned): void {
    let at = planned.push(one) - 1;
    for (let up = (at - 1) >> 1; at > 0 && isBefore(planned[at] as Planned, planned[up] as Planned); up = (at - 1) >> 1) {
      swap(at, up);
      at = up;
    }
  }

  function pop(): Planned | undefined {
    const [first] = planned;
    const last = planned.pop();
    if (!first || !last || planned.length === 0) return first;
    planned[0] = last;
    for (let at = 0; ;) {
      const children = [2 * at + 1, 2 * at + 2].filter((child) => child < planned.length);
      const least = children.reduce((best, child) => (isBefore(planned[child] as Planned, planned[best] as Planned) ? child : best), at);
      if (least === at) return first;
      swap(at, least);
      at = least;
    }
  }

  return {
    now: () => now,
    plan(at: number, run: () => void): void {
      push({ at: Math.max(at, now), order: order++, run });
    },
    async passUntil(end: number): Promise<void> {
      for (let next = planned[0]; next && next.at <= end; next = planned[0]) {
        pop();
        now = next.at;
        next.run();
        // Everything that follows from it without waiting happens now.
        await new Promise(setImmediate);
      }
      now = end;
    },
  };
}

/** Numbers from 0 to 1, the same for the same seed. */
export function createChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
