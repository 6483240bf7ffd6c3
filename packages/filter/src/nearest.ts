const MAX_SUGGESTIONS = 3;
/** Longer names are not compared: they are not mistyped fields, and the work grows with the square of the length. */
const MAX_COMPARED = 40;

/** What "did you mean" may cost in one call, whatever was sent: a caller fixes the first few errors and tries again. */
export interface NearestBudget {
  /** Names that are still compared. */
  names: number;
  /** Pairs of letters that are still compared. 200,000 take about a millisecond. */
  steps: number;
}

export const nearestBudget = (): NearestBudget => ({ names: 5, steps: 200_000 });

/** The names most like this one, nearest first; none if none is near or the budget is used up. */
export function nearest(name: string, known: readonly string[], budget: NearestBudget = nearestBudget()): string[] {
  if (name.length > MAX_COMPARED || budget.names <= 0) return [];
  budget.names--;
  const wanted = name.toLowerCase();
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  const near: { candidate: string; distance: number }[] = [];
  for (const candidate of known) {
    if (budget.steps <= 0) break;
    const distance = distanceBetween(wanted, candidate.toLowerCase(), limit, budget);
    if (distance <= limit) near.push({ candidate, distance });
  }
  return near
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ candidate }) => candidate);
}

/**
 * Letters to add, drop, change or swap with their neighbour; a distance above `limit` is not exact. Only the band of the table that can
 * stay within the limit is computed, and no further row once all of one is above it.
 */
function distanceBetween(a: string, b: string, limit: number, budget: NearestBudget): number {
  budget.steps--;
  if (b.startsWith(a) && a.length >= 3) return 1; // the start of a longer name
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  const far = limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = Array<number>(b.length + 1).fill(far);
    current[0] = row;
    const to = Math.min(b.length, row + limit);
    let lowest = row;
    for (let column = Math.max(1, row - limit); column <= to; column++) {
      budget.steps--;
      const isSame = a[row - 1] === b[column - 1];
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      let steps = Math.min((last[column] ?? far) + 1, (current[column - 1] ?? far) + 1, (last[column - 1] ?? far) + (isSame ? 0 : 1));
      if (isSwap) steps = Math.min(steps, (beforeLast[column - 2] ?? far) + 1);
      current[column] = steps;
      lowest = Math.min(lowest, steps);
    }
    // A swap reaches back two rows, so one row above the limit is not the end yet.
    if (lowest > limit + 1) return far;
    [beforeLast, last] = [last, current];
  }
  return last[b.length] ?? far;
}
