import { z } from "zod";
import type { Actor, Member } from "./actor.ts";
import type { Call, EventRow, RequestFacts } from "./call.ts";
import { before, MINUTE_MS, type Clock } from "./clock.ts";
import type { Database, Transaction, Tx } from "./database.ts";
import { AppError, forbidden, toAppError } from "./errors.ts";
import type { Announcement, EventType } from "./event.ts";
import type { BoundOperation } from "./handle.ts";
import type { JobType } from "./job.ts";
import { inCallOf } from "./outside-transaction.ts";
import type { Operation, WireInput, WireOutput } from "./operation.ts";
import type { Reaction } from "./subscription.ts";

const PASSWORD_FRESH_MS = 30 * MINUTE_MS;

/** Sending the same key twice runs the call once. The fingerprint tells whether the input is the same. */
export interface Idempotency {
  key: string;
  fingerprint: Buffer;
}

/** Runs one operation for one caller. Input and output have the form they have outside the service. */
export type Execute = <Op extends Operation>(
  operation: Op,
  actor: Actor,
  input: WireInput<Op>,
  request: RequestFacts,
  idempotency?: Idempotency,
) => Promise<WireOutput<Op>>;

/** What the pipeline needs from outside; the app passes the real ones. */
export interface Pipeline {
  database: Database;
  clock: Clock;
  newId(): string;
  /** Returns the checked input, or throws with an error for each field. */
  parseInput(schema: z.ZodType, input: unknown): unknown;
  appendEvents(tx: Tx, rows: EventRow[]): Promise<void>;
  enqueueJob(tx: Tx, job: JobType, payload: unknown, runAt: Date | undefined, requestId: string): Promise<void>;
  once(tx: Tx, actor: Member, operation: Operation, idempotency: Idempotency, run: () => Promise<unknown>): Promise<unknown>;
  reactionsTo(event: EventType): readonly Reaction[];
  /** Emitted when the caller's role does not allow the operation. */
  accessRefused: EventType<z.ZodType<{ operation: string; needs: string }>>;
  /** Runs work after the answer has been sent. */
  afterwards(work: () => Promise<void>): void;
  observe(operation: string, actor: Actor, request: RequestFacts, ms: number, error: AppError | undefined): void;
  /** Counts the time that a call held the event loop towards its company's share. */
  spend(companyId: string, ms: number): void;
}

/** The one way in: access, input, transaction with the company set, handler with its events and jobs, output checked, commit. */
export function createExecute(operations: BoundOperation[], pipeline: Pipeline): Execute {
  const byName = new Map(operations.map((bound) => [bound.operation.name, bound]));

  return async function execute<Op extends Operation>(
    { name }: Op,
    actor: Actor,
    input: WireInput<Op>,
    request: RequestFacts,
    idempotency?: Idempotency,
  ) {
    const started = performance.now();
    try {
      const bound = byName.get(name);
      if (!bound) throw unknownOperation(name);
      const output = await perform(pipeline, bound, actor, input, request, idempotency);
      pipeline.observe(name, actor, request, performance.now() - started, undefined);
      // The output was encoded by this very operation's schema.
      return output as WireOutput<Op>;
    } catch (thrown) {
      const error = toAppError(thrown);
      pipeline.observe(name, actor, request, performance.now() - started, error);
      throw error;
    }
  };
}

async function perform(
  pipeline: Pipeline,
  { operation, prepare, run }: BoundOperation,
  actor: Actor,
  input: unknown,
  request: RequestFacts,
  idempotency: Idempotency | undefined,
): Promise<unknown> {
  const companyId = actor.kind === "anonymous" ? undefined : actor.companyId;
  const isReading = operation.effect === "read" && !operation.needsWriteTransaction;
  const transaction = pipeline.database.begin(companyId, isReading ? "read" : "write");
  const call = startCall(pipeline, operation, actor, request, transaction);
  try {
    checkAccess(pipeline, operation, actor, call);
    const parsed = pipeline.parseInput(operation.input, input);
    const ready = prepare?.(call, parsed);
    await ready?.catch(() => undefined); // thrown by the handler's turn, unless an earlier call with the same key is answered
    const answer = async () => {
      const output = z.encode(operation.output, await inCallOf(transaction, async () => run(call, parsed, await ready)));
      if (request.inTransaction) await transaction.commitWith(async () => request.inTransaction?.(transaction));
      return output;
    };
    const output =
      // Reading twice changes nothing, so the answer of a read is not stored.
      idempotency && actor.kind === "member" && operation.effect !== "read"
        ? await pipeline.once(transaction, actor, operation, idempotency, answer)
        : await answer();
    await transaction.commit();
    return output;
  } catch (error) {
    await transaction.rollback();
    const record = () => recordRefusals(pipeline, call.refusals);
    // Do not make an anonymous caller wait: the time would show that the account exists.
    if (actor.kind === "anonymous") pipeline.afterwards(record);
    // The caller gets its own error, even if the event cannot be written now.
    else await record().catch(() => pipeline.afterwards(record));
    throw error;
  } finally {
    if (companyId) pipeline.spend(companyId, transaction.workedMs);
  }
}

const unknownOperation = (name: string) => new AppError(404, "unknown_operation", `There is no operation ${JSON.stringify(name)}.`);

function checkAccess({ clock, accessRefused }: Pipeline, operation: Operation, actor: Actor, call: StartedCall): void {
  if (operation.access === "public" || (operation.access === "system" && actor.kind === "system")) return;
  if (operation.access === "system") throw unknownOperation(operation.name);
  if (actor.kind !== "member") throw new AppError(401, "sign_in_needed", "Sign in first.");
  if (operation.access === "admin" && actor.role !== "admin") {
    call.emitIfRefused(accessRefused, { subjectId: actor.userId, data: { operation: operation.name, needs: "Admin" } });
    throw forbidden("admin_only", "Only an Admin can do this. Ask an Admin of your company.");
  }
  const { proof } = actor;
  if (operation.freshPassword && proof.kind === "session" && proof.passwordAt < before(clock, PASSWORD_FRESH_MS)) {
    throw forbidden("password_needed", "Enter your password again to continue.");
  }
}

interface StartedCall extends Call {
  /** The events of `emitIfRefused`. */
  refusals: EventRow[];
}

function startCall(pipeline: Pipeline, operation: Operation, actor: Actor, request: RequestFacts, transaction: Transaction): StartedCall {
  const operationId = request.operationId ?? pipeline.newId();
  const refusals: EventRow[] = [];
  let actingUser = actor.kind === "member" ? actor.userId : null;

  const eventRow = (event: EventType, announcement: Announcement<z.ZodType>): EventRow => {
    if (!transaction.companyId) throw new Error(`${event.type} was emitted outside any company`);
    return {
      companyId: transaction.companyId,
      id: pipeline.newId(),
      at: pipeline.clock.now(),
      type: event.type,
      subjectType: event.subject,
      subjectId: announcement.subjectId,
      actorUser: actingUser,
      actorKey: actor.kind === "member" && actor.proof.kind === "key" ? actor.proof.keyId : null,
      via: request.surface,
      operation: operation.name,
      operationId: announcement.operationId ?? operationId,
      requestId: request.id,
      data: z.encode(event.data, announcement.data),
      changes: announcement.changes ?? null,
    };
  };

  const emitAll: Call["emitAll"] = async (event, announcements) => {
    if (announcements.length === 0) return;
    const rows = announcements.map((one) => eventRow(event, one));
    await pipeline.appendEvents(transaction, rows);
    for (const reaction of pipeline.reactionsTo(event)) await reaction.run(call, announcements);
  };

  const call: StartedCall = {
    actor,
    tx: transaction,
    clock: pipeline.clock,
    request,
    operationId,
    refusals,
    get actingUser() {
      return actingUser;
    },
    enter(companyId, userId) {
      transaction.enter(companyId);
      actingUser = userId ?? null;
    },
    emit: (event, announcement) => emitAll(event, [announcement]),
    emitAll,
    // What else has to be in the transaction would come too late.
    finish: (statements) => (actor.kind === "system" && !request.inTransaction ? transaction.commitWith(statements) : statements()),
    emitIfRefused: (event, announcement) => void refusals.push(eventRow(event, announcement)),
    enqueue: (job, payload, runAt) => pipeline.enqueueJob(transaction, job, job.payload.parse(payload), runAt, request.id),
    enqueueAfterwards(job, payload) {
      const { companyId } = transaction;
      const parsed = job.payload.parse(payload);
      pipeline.afterwards(() => pipeline.database.write(companyId, (tx) => pipeline.enqueueJob(tx, job, parsed, undefined, request.id)));
    },
  };
  return call;
}

async function recordRefusals({ database, appendEvents }: Pipeline, refusals: EventRow[]): Promise<void> {
  for (const row of refusals) await database.write(row.companyId, (tx) => appendEvents(tx, [row]));
}
