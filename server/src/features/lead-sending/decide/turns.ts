import type { Rotation } from "./facts.ts";

/** One lead for a weight of one, in the rotation's own time. Large, so that a weight that does not divide it loses nothing that counts. */
const SCALE = 10n ** 15n;
/** Smaller than any difference between two turns of weights up to 100, larger than what rounding adds up to in 100 million leads. */
const ROUNDING = SCALE / 10n ** 7n;

interface Candidate {
  id: string;
  weight: number;
  load: number;
}

export const NEW_ROTATION: Rotation = { now: "0", ends: {}, present: [] };

/**
 * When somebody's next turn starts: at the end of their last one, if they could have had the last lead too. Who was away or is new
 * starts now: nothing is owed to them, and they are not flooded.
 */
export function startOfTurn({ now, ends, present }: Rotation, id: string): bigint {
  const end = BigInt(ends[id] ?? "0");
  return present.includes(id) || end > BigInt(now) ? end : BigInt(now);
}

/**
 * Whose turn it is. Time passes by 1/W with each lead, W being the weights of all who are there; a turn of weight w is 1/w long. Of those
 * whose turn has begun, the one whose turn ends first is next. So after any number of leads everyone is less than one lead from their exact
 * share: these are the windows of proportionate fair scheduling, and the earliest deadline meets all of them.
 */
export function nextTurn(rotation: Rotation, candidates: readonly Candidate[], isByLoad: boolean) {
  const slot = SCALE / BigInt(candidates.reduce((sum, { weight }) => sum + weight, 0));
  const turns = candidates.map(({ id, weight, load }) => {
    const start = startOfTurn(rotation, id);
    return { id, load, start, end: start + SCALE / BigInt(weight) };
  });
  let now = BigInt(rotation.now);
  const earliest = turns.reduce((least, { start }) => (start < least ? start : least), turns[0]?.start ?? now);
  // Nobody's turn has begun, since somebody left: time jumps to the first.
  if (earliest >= now + slot - ROUNDING) now = earliest;
  const least = Math.min(...turns.map(({ load }) => load));
  const may = turns.filter((turn) => (isByLoad ? turn.load === least : turn.start < now + slot - ROUNDING));
  const [first, ...rest] = may.length > 0 ? may : turns;
  if (!first) return undefined;
  const key = (turn: typeof first) => (isByLoad ? turn.start : turn.end);
  const next = rest.reduce((best, turn) => (key(turn) < key(best) ? turn : best), first);
  return { id: next.id, now: String(now + slot), ends: String(next.end) };
}
