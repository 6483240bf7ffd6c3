import { after, MINUTE_MS, SECOND_MS, type Clock } from "../../kernel/clock.ts";
import type { Execute } from "../../kernel/execute.ts";
import type { BoundJob } from "../../kernel/job.ts";
import type { Logger } from "../log.ts";
import { watchDeadWorkers } from "./dead-workers.ts";
import type { JobMetrics } from "./metrics.ts";
import { repeat } from "./repeat.ts";
import { createTurns, reasonOf, runJob, type Outcome } from "./run-job.ts";
import { runDue, type Schedule } from "./schedule.ts";
import { companiesAtTheirShare } from "./share.ts";
import { createJobStore, openJobPool, type StartedJob } from "./store.ts";
import { liveOn, type Life } from "./worker-life.ts";

const POLL_MS = 150;
const AFTER_TROUBLE_MS = SECOND_MS;
const LOOK_FOR_DEAD_MS = 2 * SECOND_MS;
const COUNT_EVERY_MS = 15 * SECOND_MS;

export interface WorkerNeeds {
  databaseUrl: string;
  /** How many jobs run at once. */
  slots: number;
  /** How many calls of jobs are under way at once: each holds a connection. */
  callsAtOnce: number;
  jobs: BoundJob[];
  schedules: Schedule[];
  execute: Execute;
  /** Keeps a job that was given up for an Admin to see, if this try of it is still ours. */
  keepFailed(job: StartedJob, reason: string): Promise<void>;
  clock: Clock;
  log: Logger;
  metrics: JobMetrics;
}

export interface RunningWorker {
  /** Undefined while it has no lock: then it does nothing. */
  life(): Life | undefined;
  /** Takes no more jobs, and waits for those under way. */
  stop(): Promise<void>;
}

/** Takes jobs, company by company in turn, and runs them. The one place where periodic work is started, too. */
export async function startWorker(needs: WorkerNeeds): Promise<RunningWorker> {
  const { databaseUrl, slots, jobs, schedules, execute, clock, log, metrics } = needs;
  const byName = new Map(jobs.map((bound) => [bound.job.name, bound]));
  const pool = openJobPool(databaseUrl, log);
  const store = createJobStore(pool, [...byName.keys()]);
  const runner = { execute, inTurn: createTurns(needs.callsAtOnce) };
  const living = liveOn(databaseUrl, log);
  const running = new Map<StartedJob, Promise<void>>();
  const bell = createBell();
  let madeDueAt = -POLL_MS;
  let lastCompany = "00000000-0000-0000-0000-000000000000";
  const stopping = new AbortController();

  async function fillSlots(life: Life): Promise<void> {
    if (performance.now() - madeDueAt > POLL_MS) {
      madeDueAt = performance.now();
      await store.makeDue(clock.now());
    }
    const passedOver: string[] = [];
    while (running.size < slots && !stopping.signal.aborted && life.isAlive()) {
      const besides = [...companiesAtTheirShare(slots, running.keys()), ...passedOver];
      const turn = await store.startNext(lastCompany, besides, life.id, clock.now());
      if (!turn) return;
      if (turn.job === "again") continue;
      lastCompany = turn.company;
      if (turn.job === undefined) passedOver.push(turn.company);
      else running.set(turn.job, perform(turn.job, life));
    }
  }

  async function perform(started: StartedJob, life: Life): Promise<void> {
    const { name } = started;
    const bound = byName.get(name);
    const began = performance.now();
    metrics.began(name);
    const outcome: Outcome = bound ? await runJob(runner, bound, started, life) : { kind: "lost" };
    metrics.ended(name, outcome.kind, (performance.now() - began) / SECOND_MS);
    if (outcome.kind === "retry" || outcome.kind === "failed")
      log.error({ err: outcome.error, job: name, id: started.id, attempt: started.attempt, outcome: outcome.kind }, "job failed");
    await write(started, outcome, life);
    running.delete(started);
    bell.ring();
  }

  /** Until it is written down the job counts as running, and nobody would take it: so this is tried for as long as the worker lives. */
  async function write(started: StartedJob, outcome: Outcome, life: Life): Promise<void> {
    while (outcome.kind !== "lost" && !life.signal.aborted) {
      try {
        if (outcome.kind === "done") await store.finish(started);
        else if (outcome.kind === "retry") await store.retry(started, after(clock, outcome.afterMs), reasonOf(outcome.error));
        else await needs.keepFailed(started, reasonOf(outcome.error));
        return;
      } catch (error) {
        log.warn({ err: error, job: started.name, id: started.id }, "cannot write down how a job ended; trying again");
        await bell.pause(AFTER_TROUBLE_MS);
      }
    }
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const life = living.current();
      try {
        if (life) await fillSlots(life);
        await bell.wait(POLL_MS);
      } catch (error) {
        log.warn({ err: error }, "cannot take jobs just now");
        await bell.pause(AFTER_TROUBLE_MS);
      }
    }
  }

  await living.ready;
  const working = work();
  const others = [
    repeat(LOOK_FOR_DEAD_MS, "look after the other workers", watchDeadWorkers(pool, log), log),
    repeat(COUNT_EVERY_MS, "count the waiting jobs", () => metrics.countWaiting(pool, clock.now()), log),
    repeat(MINUTE_MS, "do periodic work", () => runDue(databaseUrl, schedules, clock, log), log),
  ];
  return {
    life: living.current,
    async stop() {
      stopping.abort();
      bell.ring();
      await working;
      await Promise.all(running.values());
      await Promise.all(others.map((one) => one.stop()));
      await living.stop();
      await pool.end();
    },
  };
}

/** A wait that can be cut short. A ring while nobody waits ends the next wait. */
function createBell() {
  let hasRung = false;
  let wake: (() => void) | undefined;
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  return {
    pause,
    ring() {
      hasRung = true;
      wake?.();
    },
    async wait(ms: number): Promise<void> {
      if (!hasRung) {
        let timer: NodeJS.Timeout | undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
          timer = setTimeout(resolve, ms);
        });
        clearTimeout(timer);
        wake = undefined;
      }
      hasRung = false;
    },
  };
}
