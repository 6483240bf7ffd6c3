/** Every feature of the service, a line each. Operations, events, jobs, pages and housekeeping are all read from here. */
export { feature as assistant } from "./features/assistant/feature.ts";
export { feature as companies } from "./features/companies/feature.ts";
export { feature as currencies } from "./features/currencies/feature.ts";
export { feature as dashboards } from "./features/dashboards/feature.ts";
export { feature as events } from "./features/events/feature.ts";
export { feature as exports } from "./features/exports/feature.ts";
export { feature as imports } from "./features/imports/feature.ts";
export { feature as invitations } from "./features/invitations/feature.ts";
export { feature as jobs } from "./features/jobs/feature.ts";
export { feature as keys } from "./features/keys/feature.ts";
export { feature as members } from "./features/members/feature.ts";
export { feature as passwords } from "./features/passwords/feature.ts";
export { feature as records } from "./features/records/feature.ts";
export { feature as samples } from "./features/samples/feature.ts";
export { feature as sessions } from "./features/sessions/feature.ts";
export { feature as types } from "./features/types/feature.ts";
export { feature as views } from "./features/views/feature.ts";
