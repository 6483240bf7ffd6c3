import type { z } from "zod";
import type { Actor } from "./actor.ts";
import type { Clock } from "./clock.ts";
import type { Tx } from "./database.ts";
import type { Announcement, Changes, EventType } from "./event.ts";
import type { JobType } from "./job.ts";

export type Surface = "web" | "rest" | "mcp" | "system";

/** What a surface knows about the request, for the log and the audit trail. */
export interface RequestFacts {
  id: string;
  surface: Surface;
  ip?: string;
  userAgent?: string;
  /** Groups the calls of work in many steps; left out, every call is an operation of its own. */
  operationId?: string;
  /**
   * Runs in the call's own transaction after its handler: what must be written if, and only if, the change is. The commit leaves with it: if it
   * must not be, a statement of it fails in the database.
   */
  inTransaction?(tx: Tx): Promise<void>;
}

/** An event as it goes into the log. */
export interface EventRow {
  companyId: string;
  id: string;
  at: Date;
  type: string;
  subjectType: string;
  subjectId: string;
  actorUser: string | null;
  actorKey: string | null;
  via: Surface;
  operation: string;
  operationId: string;
  requestId: string;
  data: unknown;
  changes: Changes | null;
}

/** What a handler is given. A handler never sees HTTP and never uses the network. */
export interface Call<A extends Actor = Actor> {
  actor: A;
  tx: Tx;
  clock: Clock;
  request: RequestFacts;
  /** The id of this call in the event log. Undo takes it. */
  operationId: string;
  /** For public operations: from now on the call acts in this company, as this user. */
  enter(companyId: string, userId?: string): void;
  /** The caller, or the user given to `enter`. Null for the service itself. */
  readonly actingUser: string | null;
  emit<D extends z.ZodType>(event: EventType<D>, announcement: Announcement<D>): Promise<void>;
  /** Many events of one type, written in one statement. */
  emitAll<D extends z.ZodType>(event: EventType<D>, announcements: Announcement<D>[]): Promise<void>;
  /** Written only if the operation is refused, in a transaction of its own. */
  emitIfRefused<D extends z.ZodType>(event: EventType<D>, announcement: Announcement<D>): void;
  /**
   * The last statements of a call of the service itself: the commit is sent with them, and waits for no answer. So nothing that they answer can
   * undo them, and the call's own answer is checked when they are committed already.
   */
  finish<T>(statements: () => Promise<T>): Promise<T>;
  /** `runAt`: not before that time. */
  enqueue<J extends JobType>(job: J, payload: z.input<J["payload"]>, runAt?: Date): Promise<void>;
  /** Queued once the call is over, whether it succeeded or failed, in a transaction of its own. Only for jobs that may be lost. */
  enqueueAfterwards<J extends JobType>(job: J, payload: z.input<J["payload"]>): void;
}
