import type { z } from "zod";
import type { Operation, WireInput, WireOutput } from "./operation.ts";

/** Every job belongs to a company: it is queued, counted and shown to Admins by it. */
type CompanyPayload = z.ZodType<{ company: string }>;

/** Background work. The row that asks for it is written in the caller's transaction. */
export interface JobType<P extends CompanyPayload = CompanyPayload> {
  name: string;
  /** Shown to an Admin when it failed: "Export". */
  label: string;
  /** Ids and settings only, never a secret: it is stored in the database, and an Admin can see it. */
  payload: P;
  /** The public id of its subject, for example a record or an import. */
  subject?(payload: z.output<P>): string;
  /** Lower runs first among the jobs of one company. 0 if left out. */
  priority?: number;
  /** Jobs of one company with the same queue run one after the other. Left out: side by side, within the company's share. */
  queue?(payload: z.output<P>): string;
  /**
   * At most one job with this key waits. A second request keeps the first one, or replaces its payload and time. The waiting job
   * does not start before the transaction of the second request is over. A running job does not count as waiting.
   */
  key?(payload: z.output<P>): string;
  onRepeat?: "keep" | "replace";
  /** How often it is tried before it counts as failed. 10 if left out. */
  attempts?: number;
  /** Milliseconds until the next try, or `"give up"` for an error that a retry cannot fix. Left out: seconds, then minutes, then hours. */
  retryAfter?(attempt: number, error: unknown): number | "give up";
  /** A try that takes longer counts as failed, and its calls are refused from then on. A minute if left out. */
  timeLimitMs?: number;
  /** False where a retry by an Admin makes no sense, because giving up also ends what the job was for. */
  canRetry?: false;
}

export const defineJob = <P extends CompanyPayload>(job: JobType<P>): JobType<P> => job;

/** What a running job can do. It reaches data only through the pipeline, as the system actor. */
export interface JobCall {
  /** Runs a system operation in the job's company. `operationId` names work that spans several calls. */
  call<Op extends Operation<string, "system">>(operation: Op, input: WireInput<Op>, operationId?: string): Promise<WireOutput<Op>>;
  /** Aborted when the time limit is over or the worker has to stop at once. */
  signal: AbortSignal;
}

type Work<Payload> = (call: JobCall, payload: Payload) => Promise<void>;

/** A job with the function that does it. Its types are checked by `handleJob` and erased here. */
export interface BoundJob {
  job: JobType;
  run: Work<unknown>;
  /** Reports that the job will never be done. May run twice. */
  giveUp?: Work<unknown>;
}

export function handleJob<P extends CompanyPayload>(job: JobType<P>, run: Work<z.output<P>>, giveUp?: Work<z.output<P>>): BoundJob {
  const parsed =
    (work: Work<z.output<P>>): Work<unknown> =>
    (call, payload) =>
      work(call, job.payload.parse(payload));
  return { job, run: parsed(run), ...(giveUp ? { giveUp: parsed(giveUp) } : {}) };
}
