import type { z } from "zod";
import type { Execute } from "./execute.ts";
import type { JobType } from "./job.ts";

/** A job reaches the data only as a system actor through execute(), like everybody else. */
export interface BoundJob {
  job: JobType;
  run(execute: Execute, payload: unknown): Promise<void>;
}

export function handleJob<P extends z.ZodType>(job: JobType<P>, run: (execute: Execute, payload: z.output<P>) => Promise<void>): BoundJob {
  return { job, run: (execute, payload) => run(execute, job.payload.parse(payload)) };
}
