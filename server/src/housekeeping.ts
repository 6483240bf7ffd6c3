import { eventHousekeeping } from "./features/events/index.ts";
import { exportHousekeeping } from "./features/exports/index.ts";
import { importHousekeeping } from "./features/imports/index.ts";
import { keyHousekeeping } from "./features/keys/index.ts";
import { passwordHousekeeping } from "./features/passwords/index.ts";
import { recordHousekeeping } from "./features/records/index.ts";
import { sessionHousekeeping } from "./features/sessions/index.ts";
import { idempotencyHousekeeping } from "./platform/idempotency.ts";

export const housekeeping = [
  eventHousekeeping,
  exportHousekeeping,
  idempotencyHousekeeping,
  ...importHousekeeping,
  keyHousekeeping,
  passwordHousekeeping,
  recordHousekeeping,
  sessionHousekeeping,
];
