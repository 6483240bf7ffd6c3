import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import tabClasses from "../../ui/tabs.module.css";
import type { InboxSearch } from "./search.ts";

export function TabLink({ to, isCurrent, children }: { to: InboxSearch; isCurrent: boolean; children: ReactNode }) {
  return (
    // The address of all tabs has the same path: which one is open is in its search.
    <Link className={tabClasses.tab} to="/inbox" search={to} aria-current={isCurrent ? "page" : undefined} activeOptions={{ exact: true }}>
      {children}
    </Link>
  );
}
