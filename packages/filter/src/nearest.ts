const MAX_SUGGESTIONS = 3;
/** Longer names are not compared: they are not mistyped fields, and the work grows with the square of the length. */
const MAX_COMPARED = 40;

/** The names most like this one, nearest first; none if none is near. */
export function nearest(name: string, known: readonly string[]): string[] {
  const wanted = name.toLowerCase();
  if (wanted.length > MAX_COMPARED) return [];
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  return known
    .map((candidate) => ({ candidate, distance: distanceBetween(wanted, candidate.toLowerCase(), limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ candidate }) => candidate);
}

/** Letters to add, drop, change or swap with their neighbour; a distance above `limit` is not exact. */
function distanceBetween(a: string, b: string, limit: number): number {
  if (b.startsWith(a) && a.length >= 3) return 1; // the start of a longer name
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const steps = [(last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (isSame ? 0 : 1)];
      if (isSwap) steps.push((beforeLast[column - 2] ?? 0) + 1);
      current.push(Math.min(...steps));
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length] ?? 0;
}
