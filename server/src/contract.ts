import type { z } from "zod";
import * as assistant from "./features/assistant/operations.ts";
import * as companies from "./features/companies/operations.ts";
import * as dashboards from "./features/dashboards/operations.ts";
import * as events from "./features/events/operations.ts";
import * as exports from "./features/exports/operations.ts";
import * as imports from "./features/imports/operations.ts";
import * as invitations from "./features/invitations/operations.ts";
import * as keys from "./features/keys/operations.ts";
import * as members from "./features/members/operations.ts";
import * as passwords from "./features/passwords/operations.ts";
import * as records from "./features/records/operations.ts";
import * as samples from "./features/samples/operations.ts";
import * as sessions from "./features/sessions/operations.ts";
import * as types from "./features/types/operations.ts";
import * as views from "./features/views/operations.ts";
import type { Operation } from "./kernel/operation.ts";

type OperationsIn<Room> = Extract<Room[keyof Room], Operation>;

type AnyOperation =
  | OperationsIn<typeof assistant>
  | OperationsIn<typeof companies>
  | OperationsIn<typeof dashboards>
  | OperationsIn<typeof events>
  | OperationsIn<typeof exports>
  | OperationsIn<typeof imports>
  | OperationsIn<typeof invitations>
  | OperationsIn<typeof keys>
  | OperationsIn<typeof members>
  | OperationsIn<typeof passwords>
  | OperationsIn<typeof records>
  | OperationsIn<typeof samples>
  | OperationsIn<typeof sessions>
  | OperationsIn<typeof types>
  | OperationsIn<typeof views>;

export type OperationName = AnyOperation["name"];
type Named<Name extends OperationName> = Extract<AnyOperation, { name: Name }>;

/** What a caller outside the service sends and gets. */
export type WireInput<Op extends Operation> = z.input<Op["input"]>;
export type WireOutput<Op extends Operation> = z.input<Op["output"]>;
export type InputOf<Name extends OperationName> = WireInput<Named<Name>>;
export type OutputOf<Name extends OperationName> = WireOutput<Named<Name>>;

export {
  assistant,
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
};
export type { PagePath } from "./pages.ts";
export type { LiveNews } from "./features/events/operations.ts";
