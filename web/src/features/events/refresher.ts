import type { Query, QueryClient } from "@tanstack/react-query";

const QUIET_MS = 400;
/** Figures are dearer to ask for than rows, and nobody reads them so often. */
const FIGURES_QUIET_MS = 1_500;
/** Where changes come without a pause, the page still follows this often. */
const LATEST_MS = 5_000;
/** A list is not read again while somebody types into one of its cells: the row must not move under the hand that edits it. */
const EDITING = "[data-editing]";

const LISTS = new Set(["records.list"]);
const FIGURES = new Set(["records.aggregate", "records.count"]);

export interface Refresher {
  /** Records of this type changed: which rows a list has, and the figures about them, may be others. */
  list(type: string): void;
  /** Many did: everything on the page about this type is read again, in one go when it is over. */
  crowd(type: string): void;
  /** Every open answer of a room. */
  room(room: string): void;
  stop(): void;
}

/** Reads again what has become old: once for a burst of changes, not once for each of them. */
export function createRefresher(client: QueryClient): Refresher {
  const waiting = new Map<string, { timer: number; since: number }>();

  function soon(name: string, quietMs: number, run: () => void): void {
    const before = waiting.get(name);
    clearTimeout(before?.timer);
    const since = before?.since ?? Date.now();
    const wait = (ms: number) => waiting.set(name, { since, timer: window.setTimeout(fire, ms) });
    const fire = () => {
      if (document.querySelector(EDITING)) return wait(quietMs);
      waiting.delete(name);
      return run();
    };
    wait(Math.max(Math.min(quietMs, since + LATEST_MS - Date.now()), 0));
  }
  const refresh = (isOld: (name: string, query: Query) => boolean) =>
    void client.invalidateQueries({ predicate: (query) => isOld(String(query.queryKey[0]), query) });

  /** What is about other types, and filtered by what this one's records are: "deals of organizations in Berlin". */
  const refreshThrough = async (names: ReadonlySet<string>, type: string) => {
    const isFiltered = (query: Query) =>
      names.has(String(query.queryKey[0])) && inputOf(query).type !== type && Boolean(inputOf(query).filter);
    if (client.getQueryCache().findAll({ predicate: isFiltered }).length === 0) return;
    // The filter language is not needed for the first look at a page. While nobody gives it out, every such list may be meant.
    const reach = await import("./filter-reach.ts").catch(() => undefined);
    refresh((_, query) => {
      const { type: own = "", filter = "" } = inputOf(query);
      return isFiltered(query) && (reach?.looksAt(client, own, filter, type) ?? true);
    });
  };

  const isFigure = (type: string) => (name: string, query: Query) =>
    (FIGURES.has(name) && inputOf(query).type === type) || name.startsWith("dashboards.") || (name === "samples.get" && isBeginning(query));
  const figures = (type: string) =>
    soon(`figures ${type}`, FIGURES_QUIET_MS, () => {
      refresh(isFigure(type));
      void refreshThrough(FIGURES, type);
    });

  return {
    list(type) {
      soon(`list ${type}`, QUIET_MS, () => {
        refresh((name, query) => LISTS.has(name) && inputOf(query).type === type);
        void refreshThrough(LISTS, type);
      });
      figures(type);
    },
    crowd(type) {
      const isOld = (name: string, query: Query) =>
        name === "records.get" || name === "records.timeline" || (LISTS.has(name) && inputOf(query).type === type);
      soon(`crowd ${type}`, FIGURES_QUIET_MS, () => {
        refresh(isOld);
        void refreshThrough(LISTS, type);
      });
      figures(type);
    },
    room: (room) =>
      soon(`room ${room}`, QUIET_MS, () => {
        refresh((name) => name.startsWith(`${room}.`) || (room === "types" && name.startsWith("records.")));
      }),
    stop() {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}

const inputOf = ({ queryKey }: Query) => (queryKey[1] ?? {}) as { type?: string; filter?: string };

/** Whether there are records at all is a question only while there are few; after that, asking it with every change would be for nothing. */
function isBeginning({ state: { data } }: Query): boolean {
  const known = data as { state: string; own_types: string[] } | undefined;
  return known === undefined || known.state !== "none" || known.own_types.length < 2;
}
