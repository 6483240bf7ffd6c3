import { IconUsers } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { followTabs } from "../../ui/tab-row.ts";
import tabs from "../../ui/tabs.module.css";
import classes from "./dashboard-page.module.css";
import type { DashboardSummary } from "./dashboards.ts";

/** The dashboards there are; those of everyone are marked. */
export function DashboardTabs({ items, chosen }: { items: DashboardSummary[]; chosen: string | undefined }) {
  return (
    <nav className={`${tabs.tabs} ${classes.tabs}`} aria-label="Dashboards" ref={followTabs}>
      {items.map((item) => (
        <Link
          className={tabs.tab}
          to="/dashboard"
          search={({ period }) => ({ id: item.id, ...(period ? { period } : {}) })}
          activeOptions={{ exact: true }}
          activeProps={{}}
          aria-current={item.id === chosen ? "page" : undefined}
          key={item.id}
        >
          {item.is_shared && <IconUsers size={14} stroke={1.75} aria-label="Shared" />}
          {item.name}
        </Link>
      ))}
    </nav>
  );
}
