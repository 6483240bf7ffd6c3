import type { QueryClient } from "@tanstack/react-query";
import { createContext, useContext, useSyncExternalStore } from "react";
import { applyNews, type Follow, type Refresh } from "./apply-news.ts";
import { createRecentChanges, type RecentChanges } from "./recent-change.ts";
import { createRefresher } from "./refresher.ts";
import { openSharedSource } from "./shared-source.ts";

// A restarted node, or another one, answers within this time. Show "Reconnecting" only after it.
const RECONNECT_GRACE_MS = 4_000;

/** Whether the page receives changes by others, is trying to reconnect, or is in a browser without a network. */
export type LiveState = "live" | "reconnecting" | "offline";

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

/** Follows the events of the company for one signed-in user: changes by others appear without a reload. */
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
      // A stream does not notice that the network is gone before it has been silent for a while. The browser says so at once.
      const onOffline = () => set("offline");
      if (!navigator.onLine) onOffline();
      window.addEventListener("offline", onOffline);
      const close = openSharedSource({
        onNews: (news) => applyNews(tools, refreshes, follow, news),
        // Not while offline: what was still on its way proves nothing. Once the network is back, a greeting does.
        onPosition: () => state !== "offline" && set("live"),
        onOpen() {
          if (!navigator.onLine) return;
          set("live");
          // What failed while the service was out of reach would say so until somebody pressed "Try again".
          void client.refetchQueries({ type: "active", predicate: ({ state: query }) => query.status === "error" });
        },
        onBroken() {
          if (state === "live") broken ??= window.setTimeout(() => set("reconnecting"), RECONNECT_GRACE_MS);
        },
        onLost: () => void client.invalidateQueries(),
        // Reading everything again shows what this user may see now. Without a session it leads to the sign-in page.
        onChangedRights: () => void client.invalidateQueries(),
      });
      return () => {
        window.removeEventListener("offline", onOffline);
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

/** What a page says instead of "Live". */
export const disconnectedText = (state: Exclude<LiveState, "live">) => (state === "offline" ? "Offline" : "Reconnecting…");
