import type { Pool } from "pg";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

const MAX_COUNTED = 100_000;
// Counted by the worker every 15 seconds, not on each scrape, and at most 100,000 rows.
const WAITING = `select name, count(*)::int as count, extract(epoch from $1::timestamptz - min(run_at))::float8 as seconds
  from (select name, run_at from jobs where state in ('waiting', 'blocked') limit ${MAX_COUNTED}) as counted group by name`;

export interface JobMetrics {
  began(name: string): void;
  ended(name: string, outcome: string, seconds: number): void;
  countWaiting(pool: Pool, now: Date): Promise<void>;
}

export function createJobMetrics(registry: Registry): JobMetrics {
  const shared = { labelNames: ["name"], registers: [registry] };
  const waiting = new Gauge({ name: "kith_jobs_waiting", help: "Jobs that could start, at most 100,000 are counted", ...shared });
  const oldest = new Gauge({ name: "kith_jobs_oldest_seconds", help: "How long the oldest waiting job has waited", ...shared });
  const running = new Gauge({ name: "kith_jobs_running", help: "Jobs running on this worker", ...shared });
  const failed = new Counter({ name: "kith_jobs_failed_total", help: "Jobs this worker has given up", ...shared });
  const seconds = new Histogram({
    name: "kith_job_seconds",
    help: "Time one try of a job took",
    labelNames: ["name", "outcome"],
    buckets: [0.01, 0.05, 0.2, 1, 5, 20, 60, 300],
    registers: [registry],
  });
  return {
    began: (name) => running.inc({ name }),
    ended(name, outcome, took) {
      running.dec({ name });
      seconds.observe({ name, outcome }, took);
      if (outcome === "failed") failed.inc({ name });
    },
    async countWaiting(pool, now) {
      const { rows } = await pool.query<{ name: string; count: number; seconds: number }>(WAITING, [now]);
      waiting.reset();
      oldest.reset();
      for (const row of rows) {
        waiting.set({ name: row.name }, row.count);
        oldest.set({ name: row.name }, Math.max(0, row.seconds));
      }
    },
  };
}
