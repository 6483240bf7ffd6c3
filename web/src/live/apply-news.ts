import type { LiveNews } from "@kith/server/contract";
import type { Query, QueryClient } from "@tanstack/react-query";
import type { RecentChanges } from "./recent-change.ts";
import type { Refresher } from "./refresher.ts";

export type LiveChange = LiveNews["changes"][number];

/** Some events make some answers stale. */
export interface Refresh {
  /** The nouns of the events: "key" is for key.created and every other. "*" is for all. */
  on: string[];
  /** What the names of the stale queries begin with: "keys." */
  queries: string[];
  /** Figures cost more to read than rows, and nobody reads them so often. */
  isSlow?: true;
  /** Whether an answer that is there can be stale at all. */
  isStale?: (answer: unknown) => boolean;
}

export interface LiveTools {
  client: QueryClient;
  /** Who is signed in: their own changes in the browser are shown already, and are not tinted. */
  userId: string;
  recent: RecentChanges;
  refresher: Refresher;
}

/** What a feature does with news by itself, beyond reading stale answers again. */
export type Follow = (tools: LiveTools, news: LiveNews) => void;

/** Brings the page up to date with what was just heard, reading again only what it shows. */
export function applyNews(tools: LiveTools, refreshes: readonly Refresh[], follow: readonly Follow[], news: LiveNews): void {
  for (const one of follow) one(tools, news);
  const types = [...news.changes.map(({ type }) => type), ...news.crowds.flatMap((crowd) => crowd.types)];
  const nouns = new Set(types.map((type) => type.slice(0, type.indexOf("."))));
  if (nouns.size === 0) return;
  for (const refresh of refreshes) {
    if (refresh.on.some((noun) => noun === "*" || nouns.has(noun))) refreshSoon(tools.refresher, refresh);
  }
}

function refreshSoon(refresher: Refresher, { queries, isSlow, isStale = () => true }: Refresh): void {
  const isOld = (name: string, query: Query) => queries.some((begin) => name.startsWith(begin)) && isStale(query.state.data);
  refresher.soon(queries.join(" "), isSlow ? "slow" : "quick", () => refresher.stale(isOld));
}
