import type { Lease, Mark, Wanted } from "./client.ts";
import type { State } from "./states.ts";

/** Something new, with the mark before it: the saved mark must not pass it until a lease is asked for. */
export interface Pending {
  wanted: Wanted;
  before: Mark;
  /** Not asked for before then. */
  askAt: number;
}

export interface Follower {
  lease: Lease;
  state: State;
  /** What it was leased for, then what came since it was read. */
  news: Pending | undefined;
  isDriven: boolean;
  idleSince: number;
}

const idOf = ({ companyId, key }: Lease | Wanted) => `${companyId} ${key}`;

/** What a worker holds, and what it has yet to lease. */
export function createBook() {
  const held = new Map<string, Follower>();
  const ofCompany = new Map<string, Set<Follower>>();
  const pending = new Map<string, Pending>();

  return {
    held: (): Follower[] => [...held.values()],
    find: (one: Lease | Wanted) => held.get(idOf(one)),
    ofCompany: (companyId: string): Iterable<Follower> => ofCompany.get(companyId) ?? [],
    hold(one: Follower): void {
      const { companyId } = one.lease;
      held.set(idOf(one.lease), one);
      ofCompany.set(companyId, (ofCompany.get(companyId) ?? new Set()).add(one));
    },
    drop(one: Follower): void {
      const { companyId } = one.lease;
      if (held.get(idOf(one.lease)) === one) held.delete(idOf(one.lease));
      const others = ofCompany.get(companyId);
      others?.delete(one);
      if (others?.size === 0) ofCompany.delete(companyId);
    },
    want(next: Pending): void {
      // What is due, and what is new until a mark, are asked for apart: whoever has read that far has nothing to do, but what is due has.
      const id = `${idOf(next.wanted)} ${next.askAt} ${next.wanted.until === undefined ? "due" : "new"}`;
      const known = pending.get(id);
      pending.set(id, known ? join(known, next) : next);
    },
    /** What is to be asked for now. What comes under the same name meanwhile is asked for once more. */
    takePending(now: number, max: number): Pending[] {
      const taken = [...pending].filter(([, { askAt }]) => askAt <= now).slice(0, max);
      for (const [id] of taken) pending.delete(id);
      return taken.map(([, one]) => one);
    },
    hasPending: (now: number): boolean => [...pending.values()].some(({ askAt }) => askAt <= now),
    forgetPending: () => pending.clear(),
    /** Everything before it is leased, done or written down as due. */
    oldestOpen: (now: Mark): Mark =>
      [...pending.values(), ...[...held.values()].flatMap(({ news }) => news ?? [])].map(({ before }) => before).reduce(older, now),
  };
}

/** Something more came for it. It is open from the older mark on, and until the end of the later one. */
export function addNews(one: Follower, { wanted, before }: Pending): void {
  const { companyId, key } = one.lease;
  const until = wanted.until ?? one.news?.wanted.until;
  const named = until === undefined ? { companyId, key } : { companyId, key, until };
  one.news = { wanted: named, before: older(one.news?.before ?? before, before), askAt: 0 };
}

export const older = (one: Mark, other: Mark): Mark => (other.at < one.at ? other : one);

function join({ wanted: { since, types }, before }: Pending, { wanted, before: next, askAt }: Pending): Pending {
  const begin = since === undefined ? {} : { since };
  const all = types && wanted.types ? { types: [...new Set([...types, ...wanted.types])] } : {};
  return { wanted: { ...wanted, ...begin, ...all }, before: older(before, next), askAt };
}

export type Book = ReturnType<typeof createBook>;
