const CLOSE = 0.5;

/** The names most like a mistyped one: at most three, and only if they are really close. */
export function nearest(name: string, known: string[]): string[] {
  const folded = name.toLowerCase().replaceAll(/[\s-]+/g, "_");
  return known
    .map((one) => ({ one, distance: editDistance(folded, one) / Math.max(folded.length, one.length) }))
    .filter(({ one, distance }) => distance <= CLOSE || one.startsWith(folded) || folded.startsWith(one))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ one }) => one);
}

function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1;
      next.push(Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + cost));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
