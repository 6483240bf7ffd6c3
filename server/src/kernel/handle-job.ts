import type { z } from "zod";
import type { Execute } from "./execute.ts";
import type { JobType } from "./job.ts";

/** A job reaches the data only as a system actor through execute(), like everybody else. */
export interface BoundJob {
  job: JobType;
  run(execute: Execute, payload: unknown): Promise<void>;
  /** Tells whoever waits for it that the job will never be done. May come twice. */
  giveUp?(execute: Execute, payload: unknown): Promise<void>;
}

type Work<P extends z.ZodType> = (execute: Execute, payload: z.output<P>) => Promise<void>;

export function handleJob<P extends z.ZodType>(job: JobType<P>, run: Work<P>, giveUp?: Work<P>): BoundJob {
  const parsed = (work: Work<P>) => (execute: Execute, payload: unknown) => work(execute, job.payload.parse(payload));
  return { job, run: parsed(run), ...(giveUp ? { giveUp: parsed(giveUp) } : {}) };
}
