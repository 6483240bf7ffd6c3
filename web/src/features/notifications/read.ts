import type { OutputOf } from "@kith/server/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../calls.ts";
import { wholeText } from "../../ui/formats.ts";

export type Notification = OutputOf<"notifications.list">["items"][number];

/** The service counts no further. */
const MOST_COUNTED = 100;

export const useUnread = () => useQuery(read("notifications.count", {})).data?.unread ?? 0;

/** What the bell says: "3 new". */
export function useNew(): string | undefined {
  const unread = useUnread();
  if (unread === 0) return undefined;
  return unread < MOST_COUNTED ? `${wholeText(unread)} new` : `${wholeText(MOST_COUNTED - 1)}+ new`;
}
