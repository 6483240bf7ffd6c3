import { setTimeout as pause } from "node:timers/promises";
import { MINUTE_MS, SECOND_MS, type Clock } from "../../kernel/clock.ts";
import type { Execute } from "../../kernel/execute.ts";
import type { Commits } from "../../kernel/feature.ts";
import type { BoundJob } from "../../kernel/job.ts";
import type { Logger } from "../log.ts";
import { watchDeadWorkers } from "./dead-workers.ts";
import type { JobMetrics } from "./metrics.ts";
import { performJob } from "./perform.ts";
import { createSleeper, repeat } from "./repeat.ts";
import { createTurns } from "./run-job.ts";
import { runDue, type Schedule } from "./schedule.ts";
import { companiesAtTheirShare } from "./share.ts";
import { createJobStore, openJobPool, type StartedJob } from "./store.ts";
import { liveOn, type Life } from "./worker-life.ts";

const POLL_MS = 150;
/** While there was no job for a while. */
const QUIET_POLL_MS = 300;
/** While nothing at all was written: then only the time of a job can come. */
const IDLE_POLL_MS = SECOND_MS;
const QUIET_AFTER_MS = 10 * SECOND_MS;
const AFTER_FAILURE_MS = SECOND_MS;
const LOOK_FOR_DEAD_MS = 2 * SECOND_MS;
const LOOK_FOR_UNKNOWN_MS = 10 * SECOND_MS;
const COUNT_EVERY_MS = 15 * SECOND_MS;

export interface WorkerNeeds {
  databaseUrl: string;
  /** How many jobs run at once. */
  slots: number;
  /** How many calls of jobs run at once: each holds a connection. */
  callsAtOnce: number;
  jobs: BoundJob[];
  schedules: Schedule[];
  execute: Execute;
  /** Stores a failed job for an Admin to see, if this worker still holds it. */
  keepFailed(job: StartedJob, reason: string): Promise<void>;
  clock: Clock;
  log: Logger;
  metrics: JobMetrics;
  commits: Commits;
}

export interface RunningWorker {
  /** Undefined while it has no lock: then it does nothing. */
  life(): Life | undefined;
  /** Takes no more jobs, and waits for the running ones. */
  stop(): Promise<void>;
}

/** Takes jobs, company by company in turn, and runs them. Also starts periodic work. */
export async function startWorker(needs: WorkerNeeds): Promise<RunningWorker> {
  const { databaseUrl, slots, jobs, schedules, execute, clock, log, metrics, commits } = needs;
  const byName = new Map(jobs.map((bound) => [bound.job.name, bound]));
  const pool = openJobPool(databaseUrl, log);
  const store = createJobStore(pool, [...byName.keys()]);
  const performer = { ...needs, runner: { execute, inTurn: createTurns(needs.callsAtOnce) }, jobs: byName, store };
  const living = liveOn(databaseUrl, log);
  const running = new Map<StartedJob, Promise<void>>();
  const sleeper = createSleeper();
  let busyAt = performance.now();
  // `isWoken`: something was written since the last look began. `isIdle`: it waits for that.
  let [isWoken, isIdle] = [false, false];
  let lastCompany = "00000000-0000-0000-0000-000000000000";
  const stopping = new AbortController();

  const makeDue = atMostEvery(POLL_MS, () => store.makeDue(clock.now()));
  // A job can be started in this worker's name without the worker knowing it: if PostgreSQL's answer was lost.
  const giveBackUnknown = atMostEvery(LOOK_FOR_UNKNOWN_MS, async () => {
    const known = [...running.keys()].map((job) => job.id);
    const life = living.current();
    if (life) await store.giveBack(life.id, known);
  });

  async function fillSlots(life: Life): Promise<void> {
    await makeDue();
    await giveBackUnknown();
    const passedOver: string[] = [];
    while (running.size < slots && !stopping.signal.aborted && life.isAlive()) {
      const besides = [...companiesAtTheirShare(slots, running.keys()), ...passedOver];
      const turn = await store.startNext(lastCompany, besides, life.id, clock.now());
      if (!turn) return;
      if (turn.job === "again") continue;
      lastCompany = turn.company;
      if (turn.job === undefined) passedOver.push(turn.company);
      else perform(turn.job, life);
    }
  }

  function perform(job: StartedJob, life: Life): void {
    busyAt = performance.now();
    const over = performJob(performer, job, life).finally(() => {
      running.delete(job);
      sleeper.wake();
    });
    running.set(job, over);
  }

  async function rest(isBusy: boolean): Promise<void> {
    const isEnded = await sleeper.sleep(isBusy ? POLL_MS : QUIET_POLL_MS);
    if (isBusy || isEnded || isWoken) return;
    isIdle = true;
    await sleeper.sleep(IDLE_POLL_MS - QUIET_POLL_MS);
    isIdle = false;
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const life = living.current();
      isWoken = false;
      try {
        if (life) await fillSlots(life);
        await rest(performance.now() - busyAt < QUIET_AFTER_MS);
      } catch (error) {
        log.warn({ err: error }, "cannot take jobs");
        await pause(AFTER_FAILURE_MS);
      }
    }
  }

  const ignoreCommits = commits.onCommit(() => {
    isWoken = true;
    if (isIdle) sleeper.wake();
  });
  await living.ready;
  const working = work();
  const others = [
    repeat(LOOK_FOR_DEAD_MS, "look for dead workers", watchDeadWorkers(pool, store, log), log),
    repeat(COUNT_EVERY_MS, "count the waiting jobs", () => metrics.countWaiting(pool, clock.now()), log),
    repeat(MINUTE_MS, "do periodic work", () => runDue(databaseUrl, schedules, clock, log), log),
  ];
  return {
    life: living.current,
    async stop() {
      stopping.abort();
      ignoreCommits();
      sleeper.wake();
      await working;
      await Promise.all(running.values());
      await Promise.all(others.map((one) => one.stop()));
      await living.stop();
      await pool.end();
    },
  };
}

/** Runs the work, unless it ran less than `ms` ago. */
function atMostEvery(ms: number, work: () => Promise<unknown>): () => Promise<void> {
  let doneAt = performance.now() - ms;
  return async () => {
    if (performance.now() - doneAt < ms) return;
    doneAt = performance.now();
    await work();
  };
}
