import type { z } from "zod";

/** Something that happened and is written down for ever, in the transaction that made it happen. */
export interface EventType<D extends z.ZodType = z.ZodType> {
  type: string;
  /** The id prefix of the thing it happened to. */
  subject: string;
  summary: string;
  data: D;
}

export function defineEvent<D extends z.ZodType>(event: EventType<D>): EventType<D> {
  return event;
}

export type Changes = Record<string, [from: unknown, to: unknown]>;

export interface Announcement<D extends z.ZodType> {
  subjectId: string;
  data: z.output<D>;
  changes?: Changes;
}
