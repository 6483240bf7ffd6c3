import { setTimeout as pause } from "node:timers/promises";
import { after, MINUTE_MS, SECOND_MS, type Clock } from "../../kernel/clock.ts";
import type { BoundJob } from "../../kernel/job.ts";
import { inSpan } from "../../kernel/tracing.ts";
import type { Logger } from "../log.ts";
import { newId } from "../random.ts";
import type { JobMetrics } from "./metrics.ts";
import { reasonOf, runJob, type Outcome, type Runner } from "./run-job.ts";
import type { JobStore, StartedJob } from "./store.ts";
import type { Life } from "./worker-life.ts";

const WRITE_RETRY_MS = SECOND_MS;
const KEEP_FAILED_RETRY_MS = MINUTE_MS;

export interface Performer {
  runner: Runner;
  jobs: ReadonlyMap<string, BoundJob>;
  store: JobStore;
  /** Stores a failed job for an Admin to see, if this worker still holds it. */
  keepFailed(job: StartedJob, reason: string): Promise<void>;
  clock: Clock;
  log: Logger;
  metrics: JobMetrics;
}

/** Runs one try of a started job and records its outcome. */
export async function performJob(performer: Performer, started: StartedJob, life: Life): Promise<void> {
  const { runner, jobs, log, metrics } = performer;
  const { name, id, attempt } = started;
  const request = started.requestId ?? newId();
  const bound = jobs.get(name);
  if (!bound) throw new Error(`this worker started a job it does not know: ${name}`);
  const began = performance.now();
  metrics.began(name);
  const outcome = await inSpan(
    {
      name: `job ${name}`,
      request,
      isRoot: started.requestId === null,
      attributes: { "kith.job": id, "kith.attempt": attempt },
      describe: ({ kind }) => ({ "kith.outcome": kind }),
    },
    () => runJob(runner, bound, { ...started, requestId: request }, life),
  );
  metrics.ended(name, outcome.kind, (performance.now() - began) / SECOND_MS);
  if (outcome.kind === "retry" || outcome.kind === "failed")
    log.error({ err: outcome.error, job: name, id, attempt, request, outcome: outcome.kind }, "job failed");
  await recordOutcome(performer, started, outcome, life);
}

/** Until the outcome is recorded the job counts as running and no worker takes it. So it is tried for as long as the worker lives. */
async function recordOutcome(
  { store, keepFailed, clock, log }: Performer,
  started: StartedJob,
  outcome: Outcome,
  life: Life,
): Promise<void> {
  let end = outcome;
  while (end.kind !== "lost" && !life.signal.aborted) {
    try {
      if (end.kind === "done") await store.finish(started);
      else if (end.kind === "retry") await store.retry(started, after(clock, end.afterMs), reasonOf(end.error));
      else await keepFailed(started, reasonOf(end.error));
      return;
    } catch (error) {
      log.warn({ err: error, job: started.name, id: started.id }, "cannot record the outcome of a job; trying again");
      // The next try finds that all tries are used up, and only gives up again.
      if (end.kind === "failed") end = { kind: "retry", afterMs: KEEP_FAILED_RETRY_MS, error: end.error };
      await pause(WRITE_RETRY_MS);
    }
  }
}
