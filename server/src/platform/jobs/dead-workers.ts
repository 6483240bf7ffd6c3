import type { Pool } from "pg";
import { SECOND_MS } from "../../kernel/clock.ts";
import type { Logger } from "../log.ts";
import type { JobStore } from "./store.ts";

// A worker that lost its lock notices within 4 seconds and stops. Nobody else touches its jobs before.
const DEAD_AFTER_MS = 10 * SECOND_MS;

// Shared, so that several who look at once do not take each other for the worker.
const IS_FREE = "pg_try_advisory_xact_lock_shared(hashtextextended(worker::text, 2))";
const FREE_WORKERS = `with holders as materialized (select distinct worker from jobs where state = 'running')
  select worker from holders where ${IS_FREE}`;

/** Finds workers whose lock has been free for 10 seconds, and gives their jobs back to the queue. To be called every few seconds. */
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
      log.warn({ worker, jobs }, "a worker died; its jobs go back to the queue");
    }
  };
}
