/**
 * Dashboards: figures over records, one's own or shared with the company. A widget is data (what to count, of which records, how
 * to draw it), and whatever it shows comes with the filter of the list behind it, so every figure can be opened.
 */
export { createStartingDashboard } from "./create-dashboard.ts";
export { dashboardHandlers } from "./handlers.ts";
export { dashboardJobs } from "./jobs.ts";
