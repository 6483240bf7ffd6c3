export { createStartingDashboard } from "./create-dashboard.ts";
