import type { LiveNews } from "@kith/server/contract";
import type { Query, QueryClient } from "@tanstack/react-query";
import type { RecentChanges } from "./recent-change.ts";
import type { Refresher } from "./refresher.ts";

export type LiveChange = LiveNews["changes"][number];

/** Which events make which cached answers stale. */
export interface Refresh {
  /** First parts of event types: "key" stands for key.created and all other key events, "*" for every event. */
  on: string[];
  /** Prefixes of the names of the stale queries: "keys." */
  queries: string[];
  /** Wait longer before reading again: figures cost more to read than rows and are looked at less often. */
  isSlow?: true;
  /** Whether this cached answer can be stale at all. */
  isStale?: (answer: unknown) => boolean;
}

export interface LiveTools {
  client: QueryClient;
  /** The signed-in user. Their own changes are on the page already, so they are not highlighted. */
  userId: string;
  recent: RecentChanges;
  refresher: Refresher;
}

/** What a feature does with live events besides reading stale answers again. */
export type Follow = (tools: LiveTools, news: LiveNews) => void;

/** Brings the page up to date with events just received. Reads again only what the page shows. */
export function applyNews(tools: LiveTools, refreshes: readonly Refresh[], follow: readonly Follow[], news: LiveNews): void {
  for (const one of follow) one(tools, news);
  const types = [...news.changes.map(({ type }) => type), ...news.crowds.flatMap((summary) => summary.types)];
  const nouns = new Set(types.map((type) => type.slice(0, type.indexOf("."))));
  if (nouns.size === 0) return;
  for (const refresh of refreshes) {
    if (refresh.on.some((noun) => noun === "*" || nouns.has(noun))) refreshSoon(tools.refresher, refresh);
  }
}

function refreshSoon(refresher: Refresher, { queries, isSlow, isStale = () => true }: Refresh): void {
  const isOld = (name: string, query: Query) => queries.some((prefix) => name.startsWith(prefix)) && isStale(query.state.data);
  refresher.soon(queries.join(" "), isSlow ? "slow" : "quick", () => refresher.stale(isOld));
}
