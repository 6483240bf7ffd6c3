import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useMe } from "../session.ts";
import type { Follow, Refresh } from "./apply-news.ts";
import { createLive, LiveContext } from "./live.ts";
import { RecentChangesContext } from "./recent-change.ts";

interface LiveProviderProps {
  /** What to do with live events. Both are read once, at sign-in. */
  refreshes: readonly Refresh[];
  follow: readonly Follow[];
  children: ReactNode;
}

/** The one live connection of a signed-in user. */
export function LiveProvider(props: LiveProviderProps) {
  const { user } = useMe();
  return <LiveOf userId={user.id} key={user.id} {...props} />;
}

function LiveOf({ userId, refreshes, follow, children }: LiveProviderProps & { userId: string }) {
  const client = useQueryClient();
  const [live] = useState(() => createLive({ client, userId, refreshes, follow }));
  useEffect(() => live.start(), [live]);
  return (
    <LiveContext value={live}>
      <RecentChangesContext value={live.recent}>{children}</RecentChangesContext>
    </LiveContext>
  );
}
