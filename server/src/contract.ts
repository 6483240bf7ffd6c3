import type { z } from "zod";
import * as companies from "./features/companies/operations.ts";
import * as events from "./features/events/operations.ts";
import * as invitations from "./features/invitations/operations.ts";
import * as keys from "./features/keys/operations.ts";
import * as members from "./features/members/operations.ts";
import * as passwords from "./features/passwords/operations.ts";
import * as sessions from "./features/sessions/operations.ts";
import type { Operation } from "./kernel/operation.ts";

type OperationsIn<Room> = Extract<Room[keyof Room], Operation>;

type AnyOperation =
  | OperationsIn<typeof companies>
  | OperationsIn<typeof events>
  | OperationsIn<typeof invitations>
  | OperationsIn<typeof keys>
  | OperationsIn<typeof members>
  | OperationsIn<typeof passwords>
  | OperationsIn<typeof sessions>;

export type OperationName = AnyOperation["name"];
type Named<Name extends OperationName> = Extract<AnyOperation, { name: Name }>;

/** What a caller outside the service sends and gets. */
export type WireInput<Op extends Operation> = z.input<Op["input"]>;
export type WireOutput<Op extends Operation> = z.input<Op["output"]>;
export type InputOf<Name extends OperationName> = WireInput<Named<Name>>;
export type OutputOf<Name extends OperationName> = WireOutput<Named<Name>>;

export { companies, events, invitations, keys, members, passwords, sessions };
export { pages, type PagePath } from "./pages.ts";
