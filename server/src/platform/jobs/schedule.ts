import { Cron } from "croner";
import { Client } from "pg";
import type { Clock } from "../../kernel/clock.ts";
import type { Logger } from "../log.ts";
import { lockKey } from "../postgres/lock-spaces.ts";

/** Queries the database as the owner of the tables, on a connection without time limit. */
type OwnerQuery = (text: string, values?: unknown[]) => Promise<unknown>;

/** Periodic work. Any worker may do it. */
export interface Schedule {
  name: string;
  /** When, as cron says it: minute, hour, day of the month, month, day of the week. */
  cron: string;
  /** The zone whose clock it follows, such as "Europe/Berlin". UTC where it does not matter. */
  zone?: string;
  run(query: OwnerQuery): Promise<void>;
}

const LOCK = `select pg_try_advisory_lock(${lockKey("job schedule", "$1")}) as is_held`;
// The first worker that knows a schedule only stores it. It runs when its next time has come, even if workers restart more often.
const NOTE = "insert into schedules (name, ran_at) values ($1, $2) on conflict do nothing";
const RAN_AT = "select ran_at from schedules where name = $1";
const RAN = "update schedules set ran_at = $2 where name = $1";

/**
 * Runs each schedule that is due, on one worker at a time. If that worker dies, its lock is released and another worker starts again.
 * Call it more often than the shortest period.
 */
export async function runDue(databaseUrl: string, schedules: Schedule[], clock: Clock, log: Logger): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, application_name: "kith_schedules" });
  client.on("error", () => undefined); // the running statement fails by itself
  await client.connect();
  try {
    for (const schedule of schedules) {
      const { name, run } = schedule;
      const now = clock.now();
      await client.query(NOTE, [name, now]);
      const { rows } = await client.query<{ is_held: boolean }>(LOCK, [name]);
      if (!rows[0]?.is_held) continue;
      const last = (await client.query<{ ran_at: Date }>(RAN_AT, [name])).rows[0]?.ran_at;
      if (!last || !isDue(schedule, last, now)) continue;
      try {
        await run((text, values) => client.query(text, values));
      } catch (error) {
        log.error({ err: error, schedule: name }, "periodic work failed");
      }
      await client.query(RAN, [name, now]);
    }
  } finally {
    await client.end(); // also releases every lock
  }
}

/** Whether one of its times has come since it ran. However many were missed, it runs once. */
export function isDue({ cron, zone = "UTC" }: Pick<Schedule, "cron" | "zone">, ranAt: Date, now: Date): boolean {
  const next = new Cron(cron, { timezone: zone }).nextRun(ranAt);
  return next !== null && next <= now;
}
