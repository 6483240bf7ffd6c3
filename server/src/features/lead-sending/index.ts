export { routeLeads } from "./route/route-leads.ts";
export { watchClocks } from "./clock/start-clocks.ts";
export { startSending } from "./send/start-sending.ts";
export { hoursOf } from "./clock/hours-of.ts";
export { addWorkingTime } from "./clock/working-time.ts";
