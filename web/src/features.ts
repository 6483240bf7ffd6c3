// One line per feature: its routes and its manifest.
export * as boards from "./features/boards/feature.ts";
export * as companies from "./features/companies/feature.ts";
export * as dashboards from "./features/dashboards/feature.ts";
export * as events from "./features/events/feature.ts";
export * as exports from "./features/exports/feature.ts";
export * as filters from "./features/filters/feature.ts";
export * as imports from "./features/imports/feature.ts";
export * as invitations from "./features/invitations/feature.ts";
export * as keys from "./features/keys/feature.ts";
export * as lists from "./features/lists/feature.ts";
export * as members from "./features/members/feature.ts";
export * as passwords from "./features/passwords/feature.ts";
export * as records from "./features/records/feature.ts";
export * as samples from "./features/samples/feature.ts";
export * as sessions from "./features/sessions/feature.ts";
export * as types from "./features/types/feature.ts";
export * as views from "./features/views/feature.ts";
