export type Leave = () => void;
type Enter = (leave: Leave) => void;

export interface FairPlaces {
  /** A place at once, or nothing: there is none for this company now, or others of it wait. */
  enter(who: string): Leave | undefined;
  /** Puts one into the line of its company. What this returns takes it out of the line. */
  wait(who: string, enter: Enter): () => void;
  /** Changes how many there are. Who has one keeps it. */
  resize(places: number): void;
  /** Lets so many more in than there are places for. */
  letIn(count: number): void;
  held(who: string): number;
  inLine(who: string): number;
  /** How many companies have somebody in line. */
  lines(): number;
}

interface Rules {
  /** Whether a company that has some places may have another now. */
  mayHaveMore?(who: string, own: number): boolean;
  /** Whether a company has used so little that it finds half as many places more when all are taken. */
  isLight?(who: string): boolean;
  /** Who has the least comes first: by default, who holds the fewest places. */
  used?(who: string): number;
}

const anyMay = () => true;
const nobodyIs = () => false;

/**
 * A number of places that companies share, and a line of each company for those who find none. Who holds the fewest places comes first, and
 * the last fifth goes to companies that have none.
 */
export function createFairPlaces(places: number, { mayHaveMore = anyMay, isLight = nobodyIs, ...rules }: Rules = {}): FairPlaces {
  const held = new Map<string, number>();
  const lines = new Map<string, Enter[]>();
  let taken = 0;

  const heldBy = (who: string) => held.get(who) ?? 0;
  const used = rules.used ?? heldBy;

  function mayEnter(who: string): boolean {
    const own = heldBy(who);
    const free = places + (isLight(who) ? Math.ceil(places / 2) : 0) - taken;
    if (own === 0) return free > 0;
    const kept = places < 3 ? 0 : Math.max(1, Math.floor(places / 5));
    return free > kept && mayHaveMore(who, own);
  }

  function take(who: string): Leave {
    taken++;
    held.set(who, heldBy(who) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      taken--;
      const left = heldBy(who) - 1;
      if (left > 0) held.set(who, left);
      else held.delete(who);
      admitWaiting();
    };
  }

  function admitWaiting(): void {
    for (let next = nextInLine(mayEnter); next !== undefined; next = nextInLine(mayEnter)) admitFirst(next);
  }

  /** Who has used least comes first; among equals, who has waited longest. */
  function nextInLine(mayBe: (who: string) => boolean): string | undefined {
    let next: { who: string; used: number } | undefined;
    for (const who of lines.keys()) if (mayBe(who) && (next === undefined || used(who) < next.used)) next = { who, used: used(who) };
    return next?.who;
  }

  function admitFirst(who: string): void {
    const enter = lines.get(who)?.[0];
    if (!enter) return;
    leaveLine(who, enter);
    enter(take(who));
  }

  function leaveLine(who: string, enter: Enter): void {
    const left = (lines.get(who) ?? []).filter((other) => other !== enter);
    lines.delete(who); // and to the end of the line
    if (left.length > 0) lines.set(who, left);
  }

  return {
    enter: (who) => (!lines.has(who) && mayEnter(who) ? take(who) : undefined),
    wait(who, enter) {
      const line = lines.get(who);
      if (line) line.push(enter);
      else lines.set(who, [enter]);
      return () => leaveLine(who, enter);
    },
    resize(count) {
      const hasMore = count > places;
      places = count;
      if (hasMore) admitWaiting();
    },
    letIn(count) {
      for (let at = 0; at < count; at++) {
        const next = nextInLine(() => true);
        if (next === undefined) return;
        admitFirst(next);
      }
    },
    held: heldBy,
    inLine: (who) => lines.get(who)?.length ?? 0,
    lines: () => lines.size,
  };
}
