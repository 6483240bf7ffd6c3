import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useRows } from "../../calls.ts";
import tabClasses from "../../ui/tabs.module.css";
import { useQueues } from "./queues.ts";
import { useCounts } from "./read.ts";
import type { InboxSearch } from "./search.ts";

/** On a phone the tabs are wider than the screen. Once, so that whoever scrolls them on is left alone. */
const showTab = (tab: HTMLAnchorElement | null) => tab?.scrollIntoView({ block: "nearest", inline: "nearest" });

export function TabLink({ to, isCurrent, children }: { to: InboxSearch; isCurrent: boolean; children: ReactNode }) {
  const isComplete = useHasAllTabs();
  return (
    // The address of all tabs has the same path: which one is open is in its search.
    <Link
      className={tabClasses.tab}
      to="/inbox"
      search={to}
      aria-current={isCurrent ? "page" : undefined}
      activeOptions={{ exact: true }}
      ref={isCurrent && isComplete ? showTab : undefined}
    >
      {children}
    </Link>
  );
}

/** Before that, those that come would push it out of sight again. */
function useHasAllTabs(): boolean {
  const [channels, queues, counts] = [useRows("channels.list", {}).data, useQueues(), useCounts().data];
  return channels !== undefined && queues !== undefined && counts !== undefined;
}
