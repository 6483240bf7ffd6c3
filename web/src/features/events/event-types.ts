import * as companies from "@kith/server/features/companies/events";
import * as dashboards from "@kith/server/features/dashboards/events";
import * as events from "@kith/server/features/events/events";
import * as exports from "@kith/server/features/exports/events";
import * as imports from "@kith/server/features/imports/events";
import * as invitations from "@kith/server/features/invitations/events";
import * as keys from "@kith/server/features/keys/events";
import * as members from "@kith/server/features/members/events";
import * as passwords from "@kith/server/features/passwords/events";
import * as records from "@kith/server/features/records/events";
import * as samples from "@kith/server/features/samples/events";
import * as sessions from "@kith/server/features/sessions/events";
import * as types from "@kith/server/features/types/events";
import * as views from "@kith/server/features/views/events";

/** Everything the log can hold, by its type. */
export const eventTypes = new Map<string, events.EventType>(
  [companies, dashboards, events, exports, imports, invitations, keys, members, passwords, records, samples, sessions, types, views]
    .flatMap((feature) => Object.values<events.EventType>(feature))
    .map((one) => [one.type, one]),
);
