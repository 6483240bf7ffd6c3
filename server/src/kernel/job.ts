import type { z } from "zod";
import type { Execute } from "./execute.ts";

/** Background work. The row that asks for it is written in the caller's transaction. */
export interface JobType<P extends z.ZodType = z.ZodType> {
  name: string;
  payload: P;
}

export function defineJob<P extends z.ZodType>(job: JobType<P>): JobType<P> {
  return job;
}

/** A job reaches the data only as a system actor through execute(), like everybody else. */
export interface BoundJob {
  job: JobType;
  run(execute: Execute, payload: unknown): Promise<void>;
}

export function handleJob<P extends z.ZodType>(job: JobType<P>, run: (execute: Execute, payload: z.output<P>) => Promise<void>): BoundJob {
  return { job, run: (execute, payload) => run(execute, job.payload.parse(payload)) };
}
