import type { Pool } from "pg";
import type { Logger } from "../log.ts";
import type { JobStore } from "./store.ts";
import { lockKey } from "../postgres/lock-spaces.ts";

// A worker that lost its lock notices within 4 seconds and stops. No other worker touches its jobs before that.
const DEAD_AFTER = "10 seconds";

// A shared lock: several workers that look at once must not take each other's lock for the dead worker's.
const IS_FREE = `pg_try_advisory_xact_lock_shared(${lockKey("job worker", "worker::text")})`;
// What a worker has seen is kept in the database, by the database's clock: workers that are killed every few seconds still find a dead one.
const LOOK = `with holders as materialized (select distinct worker from jobs where state = 'running'),
  free as materialized (select worker from holders where ${IS_FREE}),
  back as (delete from silent_workers where worker not in (select worker from free)),
  noted as (insert into silent_workers (worker, since) select worker, now() from free order by worker on conflict do nothing)
  select worker from silent_workers where worker in (select worker from free) and since < now() - interval '${DEAD_AFTER}'`;

/** Finds workers whose lock has been free for 10 seconds, and returns their jobs to the queue. Call it every few seconds. */
export function watchDeadWorkers(pool: Pool, store: JobStore, log: Logger) {
  return async (): Promise<void> => {
    const { rows } = await pool.query<{ worker: string }>(LOOK);
    for (const { worker } of rows) {
      const jobs = await store.giveBack(worker, []);
      log.warn({ worker, jobs }, "a worker died; its jobs were returned to the queue");
    }
  };
}
