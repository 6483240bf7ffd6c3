import type { z } from "zod";

/** Background work. The row that asks for it is written in the caller's transaction. */
export interface JobType<P extends z.ZodType = z.ZodType> {
  name: string;
  payload: P;
}

export function defineJob<P extends z.ZodType>(job: JobType<P>): JobType<P> {
  return job;
}
