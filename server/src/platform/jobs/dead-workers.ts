import type { Pool } from "pg";
import { SECOND_MS } from "../../kernel/clock.ts";
import type { Logger } from "../log.ts";
import type { JobStore } from "./store.ts";

// A worker that lost its lock notices within 4 seconds and stops. No other worker touches its jobs before that.
const DEAD_AFTER_MS = 10 * SECOND_MS;

// A shared lock: several workers that look at once must not take each other's lock for the dead worker's.
const IS_FREE = "pg_try_advisory_xact_lock_shared(hashtextextended(worker::text, 2))";
const FREE_WORKERS = `with holders as materialized (select distinct worker from jobs where state = 'running')
  select worker from holders where ${IS_FREE}`;

/** Finds workers whose lock has been free for 10 seconds, and returns their jobs to the queue. Call it every few seconds. */
export function watchDeadWorkers(pool: Pool, store: JobStore, log: Logger) {
  const freeSince = new Map<string, number>();
  return async (): Promise<void> => {
    const { rows } = await pool.query<{ worker: string }>(FREE_WORKERS);
    const free = new Set(rows.map((row) => row.worker));
    for (const worker of freeSince.keys()) if (!free.has(worker)) freeSince.delete(worker);
    for (const worker of free) {
      const since = freeSince.get(worker) ?? performance.now();
      freeSince.set(worker, since);
      if (performance.now() - since < DEAD_AFTER_MS) continue;
      const jobs = await store.giveBack(worker, []);
      freeSince.delete(worker);
      log.warn({ worker, jobs }, "a worker died; its jobs were returned to the queue");
    }
  };
}
