import { IconUsers } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import classes from "./dashboard-page.module.css";
import type { DashboardSummary } from "./dashboards.ts";

/** The dashboards there are; those of everyone are marked. */
export function DashboardTabs({ items, chosen }: { items: DashboardSummary[]; chosen: string | undefined }) {
  return (
    <nav className={classes.tabs} aria-label="Dashboards">
      {items.map((item) => (
        <Link
          className={classes.tab}
          to="/dashboard"
          search={({ period }) => ({ id: item.id, ...(period ? { period } : {}) })}
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
