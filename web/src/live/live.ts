import type { QueryClient } from "@tanstack/react-query";
import { createContext, useContext, useSyncExternalStore } from "react";
import { applyNews, type Follow, type Refresh } from "./apply-news.ts";
import { createRecentChanges, type RecentChanges } from "./recent-change.ts";
import { createRefresher } from "./refresher.ts";
import { openSharedSource } from "./shared-source.ts";

// A node that is replaced is back, or another answers, within this time: no reason to say anything.
const PATIENCE_MS = 4_000;

/** Whether the page follows what others do, or is behind and trying to catch up. */
export type LiveState = "live" | "reconnecting";

export interface Live {
  recent: RecentChanges;
  state: () => LiveState;
  subscribe: (listener: () => void) => () => void;
  start: () => () => void;
}

export interface LiveOptions {
  client: QueryClient;
  userId: string;
  refreshes: readonly Refresh[];
  follow: readonly Follow[];
}

/** Follows the company for one signed-in person: what others change appears without reload. */
export function createLive({ client, userId, refreshes, follow }: LiveOptions): Live {
  const recent = createRecentChanges();
  const listeners = new Set<() => void>();
  let state: LiveState = "live";
  let broken: number | undefined;

  const set = (next: LiveState) => {
    clearTimeout(broken);
    broken = undefined;
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    recent,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      const refresher = createRefresher(client);
      const tools = { client, userId, recent, refresher };
      const close = openSharedSource({
        onNews: (news) => applyNews(tools, refreshes, follow, news),
        onPosition: () => set("live"),
        onOpen: () => set("live"),
        onBroken: () => (broken ??= window.setTimeout(() => set("reconnecting"), PATIENCE_MS)),
        onLost: () => void client.invalidateQueries(),
        // Read again, every answer is what this person may see now. Without a session, that leads to the sign-in page.
        onChangedRights: () => void client.invalidateQueries(),
      });
      return () => {
        close();
        refresher.stop();
        clearTimeout(broken);
      };
    },
  };
}

export const LiveContext = createContext<Live | undefined>(undefined);

export function useLiveState(): LiveState {
  const live = useContext(LiveContext);
  return useSyncExternalStore(live?.subscribe ?? never, live?.state ?? fine);
}

const never = () => () => {};
const fine = () => "live" as const;
