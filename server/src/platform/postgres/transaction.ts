import type { Writable } from "node:stream";
import { DatabaseError, type Pool, type PoolClient, type QueryConfig, type QueryResult } from "pg";
import type { Database, Statement, Transaction, Tx } from "../../kernel/database.ts";
import { AppError, unavailable } from "../../kernel/errors.ts";
import { noteSpan, SpanKind, tracedRequest } from "../../kernel/tracing.ts";
import { createConnectionGate, MONITOR, type ConnectionGate } from "./connection-gate.ts";
import { isAftermath, translateError } from "./errors.ts";
import { BY_SESSION, type Pooling } from "./pooling.ts";
import { POOL_WAIT_MS } from "./pools.ts";
import { sendQuery } from "./driver-query.ts";
import { countMade, hasManyMade } from "./made-statements.ts";
import { isPrepared, open as openAlone, openingsOf } from "./opening.ts";

const COMMIT_WAIT_MS = 5_000;
const MONITOR_WAIT_MS = 1_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type WatchQuery = (text: string, ms: number) => void;

/** Transactions on the application's pool. `watch` reports each statement to the profiler; production has none. */
export function createDatabase(pool: Pool, watch?: WatchQuery, pooling: Pooling = BY_SESSION): Database {
  // Who waits in line waits no longer than for a new connection.
  const { max, connectionTimeoutMillis = POOL_WAIT_MS } = pool.options;
  const gate = createConnectionGate(max, connectionTimeoutMillis);
  const begin: Database["begin"] = (companyId, purpose) => openTransaction({ pool, gate, watch, pooling }, companyId, purpose);
  return {
    begin,
    async answers() {
      // As a caller of its own: the monitor learns whether somebody who holds no connection gets one.
      const leave = await gate.enter(MONITOR, MONITOR_WAIT_MS).catch(() => undefined);
      if (!leave) return false;
      return pool
        .query("select 1")
        .then(
          () => true,
          () => false,
        )
        .finally(leave);
    },
    async write(companyId, work) {
      const transaction = begin(companyId, "write");
      try {
        await work(transaction);
        await transaction.commit();
      } catch (error) {
        await transaction.rollback();
        throw error;
      }
    },
  };
}

/** Queries outside any transaction, for the database role that only looks up who is calling. */
export function createReader(pool: Pool, pooling: Pooling = BY_SESSION): Tx {
  return {
    async query<Row>(sql: string | Statement, values: unknown[] = []) {
      try {
        const result = await pool.query(pooling.asQuery(sql, values));
        return result.rows as Row[];
      } catch (error) {
        throw translateError(error);
      }
    },
  };
}

/** Callers without a company share one place in the line. */
const NOBODY = "nobody";

interface Opening {
  pool: Pool;
  gate: ConnectionGate;
  watch: WatchQuery | undefined;
  pooling: Pooling;
}

function openTransaction({ pool, gate, watch, pooling }: Opening, company: string | undefined, purpose: "read" | "write"): Transaction {
  let companyId = company;
  let leave: (() => void) | undefined;
  const work = stopwatch();
  let opening: Promise<PoolClient> | undefined;
  let isOver = false;
  let failure: unknown;
  let refusedOpening: unknown;
  let isOpened = false;
  let openingAnswered: Promise<void> | undefined;

  // BEGIN and the company leave with the first statement, or before it without waiting for their answer. If setting the company fails, every
  // statement fails; otherwise it would run with the previous caller's company. Connections are read-only by default, and each use sets its
  // own company.
  async function open(): Promise<PoolClient> {
    if (companyId && !UUID.test(companyId)) throw new Error("a company id must be a UUID");
    leave = await gate.enter(companyId ?? NOBODY);
    const client = await pool.connect();
    sendTogether(client);
    const keepsStatements = pooling.endOfReading === undefined && pooling.namesStatements;
    if (!keepsStatements) openFirst(client.query(pooling.opening(purpose, `app.company_id = '${companyId ?? ""}'`)));
    else if (!isPrepared(client, purpose)) openFirst(openAlone(client, purpose, companyId ?? ""));
    return client;
  }

  function openFirst(opening: Promise<unknown>): void {
    isOpened = true;
    openingAnswered = opening.then(
      () => undefined,
      (error: unknown) => {
        refusedOpening = error;
      },
    );
  }

  async function send<Row>(client: PoolClient, { name, text, values = [] }: QueryConfig): Promise<Row[]> {
    // A text without values may be several statements, which can take nothing along.
    if (name === undefined && values.length === 0) {
      if (!isOpened) openFirst(openAlone(client, purpose, companyId ?? ""));
      return (await client.query<Row & object>(text)).rows;
    }
    if (isOpened) return sendQuery<Row>(client, { name, text, values });
    const sent = sendQuery<Row>(client, { name, text, values }, openingsOf(purpose, companyId ?? ""));
    if (purpose === "write") openFirst(sent);
    const rows = await sent;
    // A read that fails takes its company back with it. So each statement takes it along until one has been answered.
    isOpened = true;
    return rows;
  }

  async function commit(after?: Promise<unknown>): Promise<void> {
    isOver = true;
    work.pause();
    if (!opening) return;
    const client = await opening;
    opening = undefined;
    if (purpose === "read") return endReading(client, pooling, () => leave?.());
    try {
      const started = performance.now();
      const result = await commitInTime(client, after).finally(() => noteStatement("commit", started));
      giveBack(client);
      refuseUnsaved(result);
    } finally {
      leave?.();
    }
  }

  return {
    get companyId() {
      return companyId;
    },

    get isOpen() {
      return opening !== undefined;
    },

    enter(id) {
      if (companyId && companyId !== id) throw new Error("a transaction belongs to one company");
      if (opening && !companyId) throw new Error("enter() comes before the first query");
      companyId = id;
    },

    async query<Row>(sql: string | Statement, values: unknown[] = []) {
      if (isOver) throw new Error("the transaction is over");
      const started = performance.now();
      work.pause();
      try {
        const client = await (opening ??= open());
        sendTogether(client);
        if (typeof sql !== "string" && pooling.namesStatements) countMade(client, sql);
        const rows = await send<Row>(client, pooling.asQuery(sql, values));
        // It was answered before, perhaps in the same packet: then its promise may not have been told yet.
        await openingAnswered;
        if (refusedOpening !== undefined) throw refusedOpening;
        return rows;
      } catch (error) {
        // Of itself it tells where the answer was read, and not who asked.
        if (error instanceof DatabaseError) Error.captureStackTrace(error);
        // Statements are sent without waiting for answers: those after a failed one fail too. Report the first failure.
        if (!failure || !isAftermath(error)) failure = error;
        throw translateError(failure);
      } finally {
        work.resume();
        noteStatement(sql, started);
        watch?.(typeof sql === "string" ? sql : sql.text, performance.now() - started);
      }
    },

    get workedMs() {
      return work.ms();
    },

    commit: () => commit(),

    async commitWith(statements) {
      const ended = statements();
      const [answered, committed] = await Promise.allSettled([ended, commit(ended)]);
      const isUnknown = committed.status === "rejected" && isOutcomeUnknown(committed.reason);
      if (answered.status === "rejected" && !isUnknown) throw answered.reason;
      if (committed.status === "rejected") throw committed.reason;
      return ended;
    },

    async rollback() {
      isOver = true;
      work.pause();
      if (!opening) return;
      const client = await opening.catch(() => undefined);
      opening = undefined;
      await client?.query("rollback").then(
        () => giveBack(client),
        (error: Error) => client.release(error),
      );
      leave?.();
    },
  };
}

/** Whoever read has their answer and does not wait for the end of the transaction; the connection does. */
function endReading(client: PoolClient, { endOfReading }: Pooling, leave: () => void): void {
  if (endOfReading === undefined) {
    giveBack(client);
    return leave();
  }
  void client
    .query(endOfReading)
    .then(
      () => giveBack(client),
      (error: Error) => client.release(error),
    )
    .finally(leave);
}

/** The name of a statement, or its first word: a text that is made at run time may say what somebody looks for. */
function noteStatement(sql: string | Statement, started: number): void {
  if (tracedRequest() === undefined) return;
  const name = typeof sql === "string" ? (/^[\s(]*(\w+)/.exec(sql)?.[1] ?? "statement") : sql.isMade ? "made statement" : sql.name;
  noteSpan({ name, kind: SpanKind.CLIENT, attributes: STATEMENT }, started);
}
const STATEMENT = { "db.system.name": "postgresql" };

const giveBack = (client: PoolClient) => client.release(hasManyMade(client));

/**
 * Statements that are asked for at the same time leave in one packet, BEGIN with the first of them: a quarter of the processor time of a
 * read is system calls that write. The gain is small: in three rounds of `npm run bench:records` a record cost 4.13 to 4.80 times the
 * bare statement with it and 4.06 to 5.72 without, a list 3.51 and 3.70 in the median. pg has no setting for it; without its stream
 * nothing is gathered, and nothing else changes.
 */
function sendTogether(client: PoolClient): void {
  const { stream } = (client as { connection?: { stream?: Partial<Writable> } }).connection ?? {};
  if (!stream?.cork || !stream.uncork || (stream.writableCorked ?? 0) > 0) return;
  stream.cork();
  // Runs when all that is ready to run now has run.
  process.nextTick(() => stream.uncork?.());
}

/** Time in which no statement was under way: what a call did itself, on the event loop. */
function stopwatch() {
  let total = 0;
  let under = 0;
  let since = performance.now();
  return {
    pause() {
      if (under++ === 0) total += performance.now() - since;
    },
    resume() {
      if (--under === 0) since = performance.now();
    },
    ms: () => (under > 0 ? total : total + performance.now() - since),
  };
}

// PostgreSQL answers COMMIT of a failed transaction with success and the word ROLLBACK.
function refuseUnsaved({ command }: QueryResult): void {
  if (command !== "COMMIT") throw unavailable("not_saved", "The change was not saved. Try again.");
}

const OUTCOME_UNKNOWN = "outcome_unknown";
const isOutcomeUnknown = (error: unknown) => error instanceof AppError && error.code === OUTCOME_UNKNOWN;

// A COMMIT that waits for a standby must not be cancelled: PostgreSQL would report success for a write that can still be lost.
async function commitInTime(client: PoolClient, after?: Promise<unknown>): Promise<QueryResult> {
  let timer: NodeJS.Timeout | undefined;
  const sent = client.query("commit");
  sent.catch(() => undefined);
  // Statements before it may wait for a lock: that is not the time of the commit.
  await after?.catch(() => undefined);
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("commit timed out")), COMMIT_WAIT_MS);
  });
  try {
    return await Promise.race([sent, late]);
  } catch (error) {
    client.release(error as Error);
    throw unavailable(
      OUTCOME_UNKNOWN,
      "We could not confirm that the change was saved. Look before you repeat it, or repeat it with the same Idempotency-Key.",
      error,
    );
  } finally {
    clearTimeout(timer);
  }
}
