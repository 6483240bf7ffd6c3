import { z } from "zod";
import type { Actor, Member } from "./actor.ts";
import type { Call, EventRow, RequestFacts } from "./call.ts";
import { before, MINUTE_MS, type Clock } from "./clock.ts";
import type { Database, Transaction, Tx } from "./database.ts";
import { AppError, forbidden, toAppError } from "./errors.ts";
import { accessRefused, type Announcement, type EventType } from "./event.ts";
import type { BoundOperation, Operation } from "./operation.ts";
import { parseInput } from "./parse.ts";
import { newId } from "./random.ts";

const PASSWORD_FRESH_MS = 30 * MINUTE_MS;

/** A caller's promise that asking twice is asking once. */
export interface Idempotency {
  key: string;
  fingerprint: Buffer;
}

export type Execute = (name: string, actor: Actor, input: unknown, request: RequestFacts, idempotency?: Idempotency) => Promise<unknown>;

/** The outside that the road needs; the app passes the real ones. */
export interface Road {
  database: Database;
  clock: Clock;
  appendEvents(tx: Tx, rows: EventRow[]): Promise<void>;
  enqueueJob(tx: Tx, name: string, payload: unknown): Promise<void>;
  once(tx: Tx, actor: Member, operation: string, idempotency: Idempotency, run: () => Promise<unknown>): Promise<unknown>;
  /** Does a thing after the answer has left. */
  afterwards(work: () => Promise<void>): void;
  observe(operation: string, actor: Actor, request: RequestFacts, ms: number, error: AppError | undefined): void;
}

/**
 * The one road in: access, input, transaction with the company set, handler, events and jobs in the same
 * transaction, output checked, commit. Answers the output as it looks outside.
 */
export function createExecute(operations: BoundOperation[], road: Road): Execute {
  const byName = new Map(operations.map((bound) => [bound.operation.name, bound]));

  return async function execute(name, actor, input, request, idempotency) {
    const started = performance.now();
    try {
      const bound = byName.get(name);
      if (!bound) throw new AppError(404, "unknown_operation", `There is no operation ${JSON.stringify(name)}.`);
      const output = await perform(road, bound, actor, input, request, idempotency);
      road.observe(name, actor, request, performance.now() - started, undefined);
      return output;
    } catch (thrown) {
      const error = toAppError(thrown);
      road.observe(name, actor, request, performance.now() - started, error);
      throw error;
    }
  };
}

async function perform(
  road: Road,
  { operation, run }: BoundOperation,
  actor: Actor,
  input: unknown,
  request: RequestFacts,
  idempotency: Idempotency | undefined,
): Promise<unknown> {
  const companyId = actor.kind === "anonymous" ? undefined : actor.companyId;
  const isReading = operation.effect === "read" && !operation.writesAside && !idempotency;
  const transaction = road.database.begin(companyId, isReading ? "read" : "write");
  const call = startCall(road, operation, actor, request, transaction);
  try {
    checkAccess(operation, actor, road.clock, call);
    const parsed = parseInput(operation.input, input);
    const answer = async () => z.encode(operation.output, await run(call, parsed));
    const output =
      idempotency && actor.kind === "member" ? await road.once(transaction, actor, operation.name, idempotency, answer) : await answer();
    await transaction.commit();
    return output;
  } catch (error) {
    await transaction.rollback();
    // A stranger is not kept waiting: the time it takes would tell that there is an account to write about.
    if (actor.kind === "anonymous") road.afterwards(() => recordRefusals(road, call.refusals));
    else await recordRefusals(road, call.refusals);
    throw error;
  }
}

function checkAccess(operation: Operation, actor: Actor, clock: Clock, call: StartedCall): void {
  if (operation.access === "public") return;
  if (operation.access === "system") {
    if (actor.kind !== "system") throw new AppError(404, "unknown_operation", `There is no operation ${JSON.stringify(operation.name)}.`);
    return;
  }
  if (actor.kind !== "member") throw new AppError(401, "sign_in_needed", "Sign in first.");
  if (operation.access === "admin" && actor.role !== "admin") {
    call.emitIfRefused(accessRefused, { subjectId: actor.userId, data: { operation: operation.name, needs: "Admin" } });
    throw forbidden("admin_only", "Only an Admin can do this. Ask an Admin of your company.");
  }
  const { proof } = actor;
  if (operation.freshPassword && proof.kind === "session" && proof.passwordAt < before(clock, PASSWORD_FRESH_MS)) {
    throw forbidden("password_needed", "Enter your password again to go on.");
  }
}

interface Refusal {
  companyId: string;
  row: EventRow;
}

interface StartedCall extends Call {
  refusals: Refusal[];
}

function startCall(road: Road, operation: Operation, actor: Actor, request: RequestFacts, transaction: Transaction): StartedCall {
  const operationId = request.operationId ?? newId();
  const refusals: Refusal[] = [];
  let actingUser = actor.kind === "member" ? actor.userId : null;

  const eventRow = (event: EventType, announcement: Announcement<z.ZodType>): EventRow => {
    if (!transaction.companyId) throw new Error(`${event.type} was announced outside any company`);
    return {
      companyId: transaction.companyId,
      id: newId(),
      at: road.clock.now(),
      type: event.type,
      subjectType: event.subject,
      subjectId: announcement.subjectId,
      actorUser: actingUser,
      actorKey: actor.kind === "member" && actor.proof.kind === "key" ? actor.proof.keyId : null,
      via: request.surface,
      operation: operation.name,
      operationId,
      requestId: request.id,
      data: z.encode(event.data, announcement.data),
      changes: announcement.changes ?? null,
    };
  };

  return {
    actor,
    tx: transaction,
    clock: road.clock,
    request,
    operationId,
    refusals,
    enter(companyId, userId) {
      transaction.enter(companyId);
      actingUser = userId ?? null;
    },
    emit: (event, announcement) => road.appendEvents(transaction, [eventRow(event, announcement)]),
    async emitAll(event, announcements) {
      if (announcements.length > 0)
        await road.appendEvents(
          transaction,
          announcements.map((one) => eventRow(event, one)),
        );
    },
    emitIfRefused(event, announcement) {
      const row = eventRow(event, announcement);
      refusals.push({ companyId: row.companyId, row });
    },
    enqueue: (job, payload) => road.enqueueJob(transaction, job.name, job.payload.parse(payload)),
    enqueueAfterwards(job, payload) {
      const { companyId } = transaction;
      const parsed = job.payload.parse(payload);
      road.afterwards(() => inTransaction(road, companyId, (tx) => road.enqueueJob(tx, job.name, parsed)));
    },
  };
}

async function recordRefusals(road: Road, refusals: Refusal[]): Promise<void> {
  for (const { companyId, row } of refusals) await inTransaction(road, companyId, (tx) => road.appendEvents(tx, [row]));
}

async function inTransaction(road: Road, companyId: string | undefined, work: (tx: Tx) => Promise<void>): Promise<void> {
  const transaction = road.database.begin(companyId, "write");
  try {
    await work(transaction);
    await transaction.commit();
  } catch (error) {
    await transaction.rollback();
    throw error;
  }
}
