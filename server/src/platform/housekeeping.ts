import { Client } from "pg";
import { Counter, Gauge, type Registry } from "prom-client";
import type { HousekeepingTask } from "../kernel/feature.ts";
import type { Logger } from "./log.ts";
import { retryWhenBusy } from "./postgres/errors.ts";

const BATCH_MAX_ROWS = 1_000;
const LOCK_TIMEOUT_MS = 1_000;
const LOCK_TRIES = 3;
const BATCH_MAX_MS = 30_000;
// What is left after a minute is deleted an hour later: a large purge must not keep the other tasks waiting.
const TASK_MAX_MS = 60_000;

/** Removes rows of a table that meet a condition. Locked rows are left for the next time. */
export const removeRows = (name: string, table: string, condition: string, rows?: number): HousekeepingTask => ({
  name,
  batch: `delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit $1 for update skip locked))`,
  ...(rows ? { rows } : {}),
});

/** Gives the room of a table that has no rows back to the system, with that of its indexes. */
export const giveBackPages = (name: string, table: string): HousekeepingTask => ({
  name,
  vacuums: table,
  batch: `select from give_back_pages('${table}') limit $1`,
});

interface Needs {
  databaseUrl: string;
  registry: Registry;
  log: Logger;
}

/** Runs every task, each on a connection of its own: one that fails or hangs stops no other. */
export function createHousekeeping(tasks: readonly HousekeepingTask[], { databaseUrl, registry, log }: Needs): () => Promise<void> {
  const metrics = createTaskMetrics(tasks, registry);
  return async () => {
    for (const task of tasks) {
      const started = performance.now();
      try {
        await runTask(databaseUrl, task, (rows) => metrics.rows.inc({ task: task.name }, rows));
        metrics.lastSuccess.setToCurrentTime({ task: task.name });
      } catch (error) {
        metrics.failures.inc({ task: task.name });
        log.error({ err: error, task: task.name }, "housekeeping failed");
      }
      metrics.seconds.inc({ task: task.name }, (performance.now() - started) / 1000);
    }
  };
}

async function runTask(databaseUrl: string, { batch, rows = BATCH_MAX_ROWS, vacuums }: HousekeepingTask, count: (rows: number) => void) {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: "kith_housekeeping",
    lock_timeout: LOCK_TIMEOUT_MS,
    statement_timeout: BATCH_MAX_MS,
    query_timeout: BATCH_MAX_MS + 1_000,
  });
  // A broken connection fails the running statement; without a listener it would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    if (vacuums !== undefined) await client.query(`vacuum (skip_locked) ${vacuums}`);
    for (const until = performance.now() + TASK_MAX_MS; performance.now() < until;) {
      const { rowCount } = await retryWhenBusy(() => client.query(batch, [rows]), LOCK_TRIES);
      if (!rowCount) return;
      count(rowCount);
    }
  } finally {
    await client.end();
  }
}

function createTaskMetrics(tasks: readonly HousekeepingTask[], registry: Registry) {
  const settings = { labelNames: ["task"], registers: [registry] };
  const metrics = {
    rows: new Counter({ name: "kith_housekeeping_rows_total", help: "Rows that housekeeping removed", ...settings }),
    failures: new Counter({ name: "kith_housekeeping_failures_total", help: "Runs of a task that failed", ...settings }),
    seconds: new Counter({ name: "kith_housekeeping_seconds_total", help: "Time a task took", ...settings }),
    lastSuccess: new Gauge({
      name: "kith_housekeeping_last_success_timestamp_seconds",
      help: "When a task last ran to its end; 0: not since this process started",
      ...settings,
    }),
  };
  // Set from the start: a task that has never failed shows 0, it is not missing.
  for (const { name } of tasks) {
    for (const counter of [metrics.rows, metrics.failures, metrics.seconds]) counter.inc({ task: name }, 0);
    metrics.lastSuccess.set({ task: name }, 0);
  }
  return metrics;
}
