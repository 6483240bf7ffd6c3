export { routeLeads } from "./route/route-leads.ts";
export { hoursOf } from "./clock/hours-of.ts";
export { addWorkingTime, workingMinutes } from "./clock/working-time.ts";
