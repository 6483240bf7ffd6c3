import type { PagePeriod } from "./dashboards.ts";

/** What the address of the dashboard says. */
export interface DashboardSearch {
  /** Left out: the first one. */
  id?: string;
  /** Left out: the quarter. */
  period?: PagePeriod;
  /** The dialog for a new widget is open. */
  add?: true;
  /** The widget whose settings are open. */
  edit?: string;
  arrange?: true;
}

const PERIODS = new Set<unknown>(["week", "month", "quarter", "year"]);

export function readDashboardSearch(search: Record<string, unknown>): DashboardSearch {
  return {
    ...(typeof search["id"] === "string" ? { id: search["id"] } : {}),
    ...(PERIODS.has(search["period"]) ? { period: search["period"] as PagePeriod } : {}),
    ...(search["add"] ? { add: true } : {}),
    ...(typeof search["edit"] === "string" ? { edit: search["edit"] } : {}),
    ...(search["arrange"] ? { arrange: true } : {}),
  };
}
