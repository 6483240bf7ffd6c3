import * as companies from "./features/companies/events.ts";
import * as dashboards from "./features/dashboards/events.ts";
import * as events from "./features/events/events.ts";
import * as exports from "./features/exports/events.ts";
import * as imports from "./features/imports/events.ts";
import * as invitations from "./features/invitations/events.ts";
import * as keys from "./features/keys/events.ts";
import * as members from "./features/members/events.ts";
import * as passwords from "./features/passwords/events.ts";
import * as records from "./features/records/events.ts";
import * as samples from "./features/samples/events.ts";
import * as sessions from "./features/sessions/events.ts";
import * as types from "./features/types/events.ts";
import * as views from "./features/views/events.ts";
import type { EventType } from "./kernel/event.ts";

/** Everything that is ever written to the event log. docs/events.json is made from it. */
export const eventTypes: EventType[] = [
  companies,
  dashboards,
  events,
  exports,
  imports,
  invitations,
  keys,
  members,
  passwords,
  records,
  samples,
  sessions,
  types,
  views,
]
  .flatMap((feature) => Object.values<EventType>(feature))
  .sort((a, b) => a.type.localeCompare(b.type));
