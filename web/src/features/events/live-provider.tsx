import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useMe } from "../members/me.ts";
import { createLive, LiveContext } from "./live.ts";
import { RecentChangesContext } from "./recent-change.ts";

/** The one stream of a signed-in person. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const { user } = useMe();
  return (
    <PersonsLive userId={user.id} key={user.id}>
      {children}
    </PersonsLive>
  );
}

function PersonsLive({ userId, children }: { userId: string; children: ReactNode }) {
  const client = useQueryClient();
  const [live] = useState(() => createLive(client, userId));
  useEffect(() => live.start(), [live]);
  return (
    <LiveContext value={live}>
      <RecentChangesContext value={live.recent}>{children}</RecentChangesContext>
    </LiveContext>
  );
}
