const MAX_EDITS = 2;

/** The names that a mistyped one is closest to, at most two edits away. */
export function nearest(given: string, names: readonly string[]): string[] {
  const scored = names.map((name) => ({ name, edits: editsBetween(given, name) }));
  const best = Math.min(...scored.map(({ edits }) => edits), MAX_EDITS);
  return scored.filter(({ edits }) => edits === best).map(({ name }) => name);
}

function editsBetween(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const here = [row];
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1];
      here.push(Math.min((above[at] ?? 0) + 1, (here[at - 1] ?? 0) + 1, (above[at - 1] ?? 0) + (isSame ? 0 : 1)));
    }
    above = here;
  }
  return above[other.length] ?? 0;
}
