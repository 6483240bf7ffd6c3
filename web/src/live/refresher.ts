import type { Query, QueryClient } from "@tanstack/react-query";

/** How long no change must arrive before something is read again. */
const QUIET_MS = { quick: 400, slow: 1_500 };
/** While changes arrive without a pause, read at least this often. */
const MAX_WAIT_MS = 5_000;
/** Nothing is read while a cell is edited: the row must not move under the cursor. */
const EDITING = "[data-editing]";

export interface Refresher {
  /** Runs once for a burst of calls with this name, not once for each of them. */
  soon(name: string, pace: keyof typeof QUIET_MS, run: () => void): void;
  /** Marks answers as stale; those on the page are read again. */
  stale(isOld: (name: string, query: Query) => boolean): void;
  stop(): void;
}

/** Reads again what has become stale. `isEditing` is a parameter so that tests need no page. */
export function createRefresher(client: QueryClient, isEditing = () => document.querySelector(EDITING) !== null): Refresher {
  const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; since: number }>();
  return {
    soon(name, pace, run) {
      const quietMs = QUIET_MS[pace];
      const before = waiting.get(name);
      clearTimeout(before?.timer);
      const since = before?.since ?? Date.now();
      const wait = (ms: number) => waiting.set(name, { since, timer: setTimeout(fire, ms) });
      const fire = () => {
        if (isEditing()) return wait(quietMs);
        waiting.delete(name);
        return run();
      };
      wait(Math.max(Math.min(quietMs, since + MAX_WAIT_MS - Date.now()), 0));
    },
    stale: (isOld) => void client.invalidateQueries({ predicate: (query) => isOld(String(query.queryKey[0]), query) }),
    stop() {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
