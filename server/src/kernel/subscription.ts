import { z } from "zod";
import type { Call } from "./call.ts";
import { valueChanges, type Announcement, type EventType } from "./event.ts";
import type { Operation } from "./operation.ts";

/** As `time` of the platform: a contract can say what it is, which it cannot of a date. */
const at = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString() as never, // z.iso.datetime's output is a plain string
});

/** An event as a subscriber gets it, with ids as they are inside the service. */
const LoggedEvent = z.strictObject({
  id: z.string(),
  at,
  type: z.string(),
  subject_type: z.string(),
  subject_id: z.string(),
  actor_user: z.string().nullable(),
  actor_key: z.string().nullable(),
  via: z.enum(["web", "rest", "mcp", "system"]),
  operation_id: z.string(),
  data: z.unknown(),
  changes: valueChanges.nullable(),
});

export type LoggedEvent = z.output<typeof LoggedEvent>;

/** The input of an operation that handles events. */
export const eventBatch = z.strictObject({ events: z.array(LoggedEvent) });

/**
 * Runs after the change. The operation is given the events of one company in batches, at least once, those of one subject in order.
 * What it writes commits together with the new position of its cursor.
 */
export interface Subscription {
  /** `feature.onSomething`; stored, so it is never renamed. */
  name: string;
  to: EventType[];
  handle: Operation<string, "system", typeof eventBatch>;
}

export const subscribe = (subscription: Subscription): Subscription => subscription;

/** The data of an event, as its type declares it. */
export const dataOf = <D extends z.ZodType>(type: EventType<D>, event: LoggedEvent): z.output<D> => type.data.parse(event.data);

/** Runs with the change: a small handler in the transaction that emits the event. If it fails, the change fails too. */
export interface Reaction<D extends z.ZodType = z.ZodType> {
  to: EventType<D>;
  /** A reaction to the same event that has to run first. */
  after?: Reaction;
  /** Given all that one `emitAll` announces, so that a thousand need no more statements than one. */
  run(call: Call, announcements: Announcement<D>[]): Promise<void>;
}

export const react = <D extends z.ZodType>(reaction: Reaction<D>): Reaction => reaction;
