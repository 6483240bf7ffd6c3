import type { Lease, Mark, Wanted } from "./client.ts";
import { isHeld, type State } from "./states.ts";

/** Something new, with the mark before it: the saved mark must not pass it until a lease is asked for. */
export interface Pending<W extends Wanted> {
  wanted: W;
  before: Mark;
}

export interface Follower<L extends Lease, W extends Wanted> {
  lease: L;
  state: State;
  /** What it was leased for, then what came since it was read. */
  news: Pending<W> | undefined;
  isDriven: boolean;
  idleSince: number;
  batches: number;
}

/** What a worker holds, and what it has yet to lease. */
export function createBook<L extends Lease, W extends Wanted>() {
  const held = new Map<string, Follower<L, W>>();
  const wakenBy = new Map<string, Set<Follower<L, W>>>();
  const pending = new Map<string, Pending<W>>();

  return {
    held,
    pending,
    /** All that are held and have something under this key. */
    wakenBy: (key: string): Iterable<Follower<L, W>> => wakenBy.get(key) ?? [],
    hold(one: Follower<L, W>): void {
      const { key, wakesOn } = one.lease;
      held.set(key, one);
      if (wakesOn !== undefined) wakenBy.set(wakesOn, (wakenBy.get(wakesOn) ?? new Set()).add(one));
    },
    drop(one: Follower<L, W>): void {
      const { key, wakesOn = "" } = one.lease;
      if (held.get(key) === one) held.delete(key);
      const others = wakenBy.get(wakesOn);
      others?.delete(one);
      if (others?.size === 0) wakenBy.delete(wakesOn);
    },
    want(next: Pending<W>): void {
      const { wanted, before } = next;
      const known = pending.get(wanted.key);
      if (!known) return void pending.set(wanted.key, next);
      const { since = null, types } = known.wanted;
      const both = types && wanted.types ? { types: [...new Set([...types, ...wanted.types])] } : {};
      pending.set(wanted.key, { wanted: { ...wanted, since, ...both }, before: older(known.before, before) });
    },
    /** Everything before it is leased, done or written down as due. */
    oldestOpen: (now: Mark): Mark =>
      [...pending.values(), ...[...held.values()].flatMap(({ news }) => news ?? [])].map(({ before }) => before).reduce(older, now),
    leases: (): L[] => [...held.values()].filter(({ state }) => isHeld(state)).map(({ lease }) => lease),
  };
}

export const older = (one: Mark, other: Mark): Mark => (other.at < one.at ? other : one);

export type Book<L extends Lease, W extends Wanted> = ReturnType<typeof createBook<L, W>>;
