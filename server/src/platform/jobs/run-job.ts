import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { AppError, unavailable } from "../../kernel/errors.ts";
import { asSystem, type Execute } from "../../kernel/execute.ts";
import { ATTEMPTS, type BoundJob, type JobCall, type JobType } from "../../kernel/job.ts";
import type { StartedJob } from "./store.ts";
import type { Life } from "./worker-life.ts";

const TIME_LIMIT_MS = MINUTE_MS;
const GIVE_UP_AGAIN_MS = MINUTE_MS;
const GIVE_UP_TRIES = 60;

/** How a try ended. */
export type Outcome =
  | { kind: "done" }
  | { kind: "retry"; afterMs: number; error: unknown }
  | { kind: "failed"; error: unknown }
  /** The worker lost its lock: the job is no longer ours, and nothing may be written about it. */
  | { kind: "lost" };

export interface Runner {
  execute: Execute;
  /** Runs a call as soon as fewer than the allowed number are under way. */
  inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer>;
}

/** One try of a job, or the giving up of one that has had them all. Never throws. */
export async function runJob(runner: Runner, bound: BoundJob, started: StartedJob, life: Life): Promise<Outcome> {
  const { job, run } = bound;
  // Its last try did not come to its end, because the worker died: only the giving up is left.
  const isSpent = started.attempt > attemptsOf(job);
  const outcome: Outcome = isSpent
    ? { kind: "failed", error: unavailable("worker_died", "The worker that ran it stopped, again and again.") }
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
    // Whoever waits for the job should hear of it: the next try finds that the job is spent, and tells them. A mistake of ours stays one.
    const canTellLater = error instanceof AppError && started.attempt < attemptsOf(job) + GIVE_UP_TRIES;
    return canTellLater ? { kind: "retry", afterMs: GIVE_UP_AGAIN_MS, error } : outcome;
  }
}

const attemptsOf = (job: JobType) => job.attempts ?? ATTEMPTS;

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
      return backOff(attempt); // a mistake in a policy must not stop the worker
    }
  };
};

/** 3 seconds, 7, 20, a minute … two hours, give or take a quarter, so that jobs which failed together do not come back together. */
const backOff = (attempt: number) => Math.exp(Math.min(attempt, 9)) * SECOND_MS * (0.75 + Math.random() / 2);

async function tryOnce(
  { execute, inTurn }: Runner,
  { job }: BoundJob,
  { companyId, payload }: StartedJob,
  life: Life,
  work: BoundJob["run"],
): Promise<void> {
  const limit = new AbortController();
  const signal = AbortSignal.any([life.signal, limit.signal]);
  const limitMs = job.timeLimitMs ?? TIME_LIMIT_MS;
  const timer = setTimeout(
    () => limit.abort(new AppError(503, "job_too_slow", `It took longer than ${limitMs / SECOND_MS} seconds.`)),
    limitMs,
  );
  const asking = asSystem(execute, companyId);
  const ask: JobCall["ask"] = (...call) =>
    inTurn(async () => {
      signal.throwIfAborted();
      await life.confirm();
      return unlessAborted(asking(...call), signal);
    });
  try {
    // A job that does not listen to its signal is left behind. It can call nothing any more.
    await unlessAborted(work({ ask, signal }, payload), signal);
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

/** What may be shown of an error. Anything but our own may hold an address, a host or a piece of SQL: that is in the log only. */
export const reasonOf = (error: unknown) => (error instanceof AppError ? error.message : "Something went wrong on our side.");

/** Lets so many run at once; the others wait in line. */
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
