import { setTimeout as pause } from "node:timers/promises";
import { after, MINUTE_MS, SECOND_MS, type Clock } from "../../kernel/clock.ts";
import type { BoundJob } from "../../kernel/job.ts";
import type { Logger } from "../log.ts";
import type { JobMetrics } from "./metrics.ts";
import { reasonOf, runJob, type Outcome, type Runner } from "./run-job.ts";
import type { JobStore, StartedJob } from "./store.ts";
import type { Life } from "./worker-life.ts";

const AGAIN_MS = SECOND_MS;
const KEEP_AGAIN_MS = MINUTE_MS;

export interface Performer {
  runner: Runner;
  jobs: ReadonlyMap<string, BoundJob>;
  store: JobStore;
  /** Keeps a job that was given up for an Admin to see, if this try of it is still ours. */
  keepFailed(job: StartedJob, reason: string): Promise<void>;
  clock: Clock;
  log: Logger;
  metrics: JobMetrics;
}

/** One try of a job that was started, from its first call to what is written down about its end. */
export async function performJob(performer: Performer, started: StartedJob, life: Life): Promise<void> {
  const { runner, jobs, log, metrics } = performer;
  const { name, id, attempt } = started;
  const bound = jobs.get(name);
  if (!bound) throw new Error(`a job was started that this worker does not know: ${name}`);
  const began = performance.now();
  metrics.began(name);
  const outcome = await runJob(runner, bound, started, life);
  metrics.ended(name, outcome.kind, (performance.now() - began) / SECOND_MS);
  if (outcome.kind === "retry" || outcome.kind === "failed")
    log.error({ err: outcome.error, job: name, id, attempt, outcome: outcome.kind }, "job failed");
  await writeDown(performer, started, outcome, life);
}

/** Until it is written down the job counts as running, and nobody would take it: so this is tried for as long as the worker lives. */
async function writeDown({ store, keepFailed, clock, log }: Performer, started: StartedJob, outcome: Outcome, life: Life): Promise<void> {
  let end = outcome;
  while (end.kind !== "lost" && !life.signal.aborted) {
    try {
      if (end.kind === "done") await store.finish(started);
      else if (end.kind === "retry") await store.retry(started, after(clock, end.afterMs), reasonOf(end.error));
      else await keepFailed(started, reasonOf(end.error));
      return;
    } catch (error) {
      log.warn({ err: error, job: started.name, id: started.id }, "cannot write down how a job ended; trying again");
      // The next try finds a job that is spent, and only this is done again.
      if (end.kind === "failed") end = { kind: "retry", afterMs: KEEP_AGAIN_MS, error: end.error };
      await pause(AGAIN_MS);
    }
  }
}
