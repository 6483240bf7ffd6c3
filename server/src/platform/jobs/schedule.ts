import { Client } from "pg";
import type { Clock } from "../../kernel/clock.ts";
import type { Logger } from "../log.ts";

/** Queries the database as the owner of the tables, on a connection without time limit. */
type OwnerQuery = (text: string, values?: unknown[]) => Promise<unknown>;

/** Periodic work. Any worker may do it. */
export interface Schedule {
  name: string;
  everyMs: number;
  run(query: OwnerQuery): Promise<void>;
}

const LOCK = "select pg_try_advisory_lock(hashtextextended($1, 4)) as is_held";
// The first worker that knows a schedule only stores it. The first run is one period later, even if workers restart more often.
const NOTE = "insert into schedules (name, ran_at) values ($1, $2) on conflict do nothing";
const IS_DUE = "select from schedules where name = $1 and ran_at <= $2";
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
    for (const { name, everyMs, run } of schedules) {
      const now = clock.now();
      await client.query(NOTE, [name, now]);
      const { rows } = await client.query<{ is_held: boolean }>(LOCK, [name]);
      if (!rows[0]?.is_held) continue;
      if ((await client.query(IS_DUE, [name, new Date(now.getTime() - everyMs)])).rowCount === 0) continue;
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
