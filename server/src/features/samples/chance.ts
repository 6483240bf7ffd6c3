/** A pseudo-random sequence that is the same every time: sample data need not be stored. */
export function createChance(seed: number) {
  let state = seed;
  const next = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    number: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
    pick<One>(list: readonly One[]): One {
      const chosen = list[Math.floor(next() * list.length)];
      if (chosen === undefined) throw new Error("there is nothing to pick from");
      return chosen;
    },
    happens: (probability: number) => next() < probability,
  };
}

export type Chance = ReturnType<typeof createChance>;
