import { eventHousekeeping } from "./features/events/index.ts";
import { exportHousekeeping } from "./features/exports/index.ts";
import { importHousekeeping } from "./features/imports/index.ts";
import { jobHousekeeping } from "./features/jobs/index.ts";
import { keyHousekeeping } from "./features/keys/index.ts";
import { passwordHousekeeping } from "./features/passwords/index.ts";
import { recordHousekeeping } from "./features/records/index.ts";
import { sessionHousekeeping } from "./features/sessions/index.ts";
import { HOUR_MS } from "./kernel/clock.ts";
import { idempotencyHousekeeping } from "./platform/idempotency.ts";
import type { Schedule } from "./platform/jobs/schedule.ts";

const statements = [
  eventHousekeeping,
  exportHousekeeping,
  idempotencyHousekeeping,
  ...importHousekeeping,
  jobHousekeeping,
  keyHousekeeping,
  passwordHousekeeping,
  recordHousekeeping,
  sessionHousekeeping,
];

/** Clears away what has expired, every hour, as the owner of the tables. */
export const housekeeping: Schedule = {
  name: "housekeeping",
  everyMs: HOUR_MS,
  async run(query) {
    for (const text of statements) await query(text);
  },
};
