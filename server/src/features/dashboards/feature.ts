import { defineFeature } from "../../kernel/feature.ts";
import { startingDashboard } from "./create-dashboard.ts";
import * as events from "./events.ts";
import { dashboardHandlers } from "./handlers.ts";
import { dashboardJobs } from "./jobs.ts";
import * as operations from "./operations.ts";
import * as quotas from "./quotas.ts";

/**
 * Dashboards: figures over records, personal or shared with the company. A widget is data (what to count, of which records, how to
 * draw it). Each figure comes with the filter of its list, so it can be opened.
 */
export const feature = defineFeature({
  operations,
  events,
  quotas: Object.values(quotas),
  handlers: dashboardHandlers,
  jobs: dashboardJobs,
  reactions: [startingDashboard],
  pages: ["/", "/dashboard"],
});
