import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { AppError, unavailable } from "../../kernel/errors.ts";
import type { Execute } from "../../kernel/execute.ts";
import { asSystem } from "../as-system.ts";
import type { BoundJob, JobCall, JobType } from "../../kernel/job.ts";
import type { StartedJob } from "./store.ts";
import type { Life } from "./worker-life.ts";

const DEFAULT_ATTEMPTS = 10;
const DEFAULT_TIME_LIMIT_MS = MINUTE_MS;
const GIVE_UP_AGAIN_MS = MINUTE_MS;
const GIVE_UP_TRIES = 60;

/** How a try ended. */
export type Outcome =
  | { kind: "done" }
  | { kind: "retry"; afterMs: number; error: unknown }
  | { kind: "failed"; error: unknown }
  /** The worker lost its lock: another worker may have the job, so this one writes nothing about it. */
  | { kind: "lost" };

export interface Runner {
  execute: Execute;
  /** Runs a call as soon as fewer than the allowed number are running. */
  inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer>;
}

/** Tries a job once. If its tries are used up, gives it up. Never throws. */
export async function runJob(runner: Runner, bound: BoundJob, started: StartedJob, life: Life): Promise<Outcome> {
  const { job, run } = bound;
  // The last try did not finish, because the worker died: give up without another try.
  const isSpent = started.attempt > attemptsOf(job);
  const outcome: Outcome = isSpent
    ? { kind: "failed", error: unavailable("worker_died", "The worker that ran it stopped each time.") }
    : await tryOnce(runner, bound, started, life, run).then(
        (): Outcome => ({ kind: "done" }),
        (error: unknown) => afterFailure(job, started.attempt, error),
      );
  if (life.signal.aborted) return { kind: "lost" };
  if (outcome.kind !== "failed" || !bound.giveUp) return outcome;
  try {
    await tryOnce(runner, bound, started, life, bound.giveUp);
    return outcome;
  } catch (error) {
    if (life.signal.aborted) return { kind: "lost" };
    // The people who wait for the job should be told: try later to give it up. An unknown error is a bug and is not retried.
    const canGiveUpLater = error instanceof AppError && started.attempt < attemptsOf(job) + GIVE_UP_TRIES;
    return canGiveUpLater ? { kind: "retry", afterMs: GIVE_UP_AGAIN_MS, error } : outcome;
  }
}

export const attemptsOf = (job: JobType | undefined) => job?.attempts ?? DEFAULT_ATTEMPTS;

function afterFailure(job: JobType, attempt: number, error: unknown): Outcome {
  const afterMs = policyOf(job)(attempt, error);
  return afterMs === "give up" || attempt >= attemptsOf(job) ? { kind: "failed", error } : { kind: "retry", afterMs, error };
}

const policyOf = ({ retryAfter }: JobType): NonNullable<JobType["retryAfter"]> => {
  if (!retryAfter) return backOff;
  return (attempt, error) => {
    try {
      return retryAfter(attempt, error);
    } catch {
      return backOff(attempt); // a bug in a policy must not stop the worker
    }
  };
};

/** 3 seconds, 7, 20, a minute … two hours, give or take a quarter, so that jobs which failed together do not come back together. */
const backOff = (attempt: number) => Math.exp(Math.min(attempt, 9)) * SECOND_MS * (0.75 + Math.random() / 2);

async function tryOnce(
  { execute, inTurn }: Runner,
  { job }: BoundJob,
  { companyId, payload, requestId }: StartedJob,
  life: Life,
  work: BoundJob["run"],
): Promise<void> {
  const limit = new AbortController();
  const signal = AbortSignal.any([life.signal, limit.signal]);
  const limitMs = job.timeLimitMs ?? DEFAULT_TIME_LIMIT_MS;
  const timer = setTimeout(
    () => limit.abort(new AppError(503, "job_too_slow", `It took longer than ${limitMs / SECOND_MS} seconds.`)),
    limitMs,
  );
  const callSystem = asSystem(execute, companyId, requestId);
  const call: JobCall["call"] = (...args) =>
    inTurn(async () => {
      signal.throwIfAborted();
      await life.confirm();
      return unlessAborted(callSystem(...args), signal);
    });
  try {
    // A job that ignores its signal is not waited for. Its calls are refused from now on.
    await unlessAborted(work({ call, signal }, payload), signal);
    signal.throwIfAborted();
  } finally {
    clearTimeout(timer);
  }
}

function unlessAborted<Answer>(work: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** The text of an error that may be shown. An unknown error may contain an address, a host or SQL: it goes to the log only. */
export const reasonOf = (error: unknown) => (error instanceof AppError ? error.message : "Something went wrong on our side.");

/** Runs at most `max` at once; the others wait in order. */
export function createTurns(max: number): Runner["inTurn"] {
  const waiting: (() => void)[] = [];
  let free = max;
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
