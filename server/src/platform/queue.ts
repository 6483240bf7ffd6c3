import { EventEmitter } from "node:events";
import type { TaskList, WorkerPool } from "graphile-worker";
import { Pool } from "pg";
import { statement, type Tx } from "../kernel/database.ts";
import { asSystem, type Execute } from "../kernel/execute.ts";
import type { BoundJob, JobCall, JobType } from "../kernel/job.ts";
import type { Logger } from "./log.ts";
import { giveUpJobs } from "./give-up-jobs.ts";
import { watchWorkers } from "./worker-life.ts";

const ENQUEUE = statement("jobs.enqueue", "select enqueue_job($1, $2)");
const CONCURRENCY = 5;

/** Asks for a job in the caller's transaction: it exists exactly if the change does. */
export async function enqueueJob(tx: Tx, { name }: JobType, payload: unknown): Promise<void> {
  await tx.query(ENQUEUE, [name, JSON.stringify(payload)]);
}

interface Work {
  jobs: BoundJob[];
  /** Clears away what has expired, by the clock. */
  housekeeping(): Promise<void>;
}

export const jobCall = (execute: Execute, payload: unknown): JobCall => ({
  ask: asSystem(execute, (payload as { company: string }).company),
  signal: new AbortController().signal,
});

export interface RunningWorker {
  /** Takes no more jobs, and waits for those under way. */
  stop(): Promise<void>;
}

export async function startWorker(
  databaseUrl: string,
  { jobs, housekeeping }: Work,
  execute: Execute,
  log: Logger,
): Promise<RunningWorker> {
  const { Logger: WorkerLogger, parseCronItems, run } = await import("graphile-worker"); // an http node never needs it
  const taskList: TaskList = {
    housekeeping: () => housekeeping(),
    give_up: (_payload, helpers) => giveUpJobs(jobs, execute, helpers.query),
  };
  for (const { job, run: perform } of jobs) taskList[job.name] = (payload) => perform(jobCall(execute, payload), payload);

  const events = new EventEmitter();
  let workerId = "";
  events.once("pool:create", ({ workerPool }: { workerPool: WorkerPool }) => (workerId = workerPool.id));
  // A pool of our own, so that stopping waits for its end: a connection that the database cuts off after that is nobody's error.
  const pool = new Pool({ connectionString: databaseUrl });
  const onLost = (error: Error) => log.warn({ err: error }, "a connection of the worker was lost");
  pool.on("error", onLost);
  pool.on("connect", (client) => client.on("error", onLost));
  const runner = await run({
    pgPool: pool,
    events,
    concurrency: CONCURRENCY,
    taskList,
    parsedCronItems: parseCronItems([
      { task: "housekeeping", match: "17 * * * *" },
      { task: "give_up", match: "* * * * *" },
    ]),
    noHandleSignals: true,
    logger: new WorkerLogger(() => (level, message) => log[level === "warning" ? "warn" : level === "error" ? "error" : "debug"](message)),
    pollInterval: 1_000,
  });
  runner.events.on("job:error", ({ job, error }) =>
    log.error({ err: error, job: job.task_identifier, attempt: job.attempts }, "job failed"),
  );
  const life = watchWorkers(databaseUrl, workerId, log);
  return {
    async stop() {
      await runner.stop();
      await life.end();
      await pool.end();
    },
  };
}
