import type { Pool, PoolClient, QueryResult } from "pg";
import type { Database, Statement, Transaction, Tx } from "../../kernel/database.ts";
import { unavailable } from "../../kernel/errors.ts";
import { isAftermath, translateError } from "./errors.ts";

const COMMIT_WAIT_MS = 5_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type WatchQuery = (text: string, ms: number) => void;

/** Transactions on the application's pool. `watch` reports each statement to the profiler; production has none. */
export function createDatabase(pool: Pool, watch?: WatchQuery): Database {
  const begin: Database["begin"] = (companyId, purpose) => openTransaction(pool, companyId, purpose, watch);
  return {
    begin,
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
export function createReader(pool: Pool): Tx {
  return {
    async query<Row>(sql: string | Statement, values: unknown[] = []) {
      try {
        const result = await pool.query(typeof sql === "string" ? { text: sql, values } : { ...sql, values });
        return result.rows as Row[];
      } catch (error) {
        throw translateError(error);
      }
    },
  };
}

function openTransaction(pool: Pool, company: string | undefined, purpose: "read" | "write", watch: WatchQuery | undefined): Transaction {
  let companyId = company;
  let opening: Promise<PoolClient> | undefined;
  let isOver = false;
  let failure: unknown;
  let refusedOpening: unknown;

  // BEGIN and the company are sent without waiting for their answer. Fail every statement if setting the company fails; otherwise it
  // runs with the previous caller's company. Connections are read-only by default, and each use sets its own company.
  async function open(): Promise<PoolClient> {
    if (companyId && !UUID.test(companyId)) throw new Error("a company id must be a UUID");
    const client = await pool.connect();
    const setCompany = `app.company_id = '${companyId ?? ""}'`;
    client.query(purpose === "read" ? `set ${setCompany}` : `begin read write; set local ${setCompany}`).catch((error: unknown) => {
      refusedOpening = error;
    });
    return client;
  }

  return {
    get companyId() {
      return companyId;
    },

    enter(id) {
      if (companyId && companyId !== id) throw new Error("a transaction belongs to one company");
      if (opening && !companyId) throw new Error("enter() comes before the first query");
      companyId = id;
    },

    async query<Row>(sql: string | Statement, values: unknown[] = []) {
      if (isOver) throw new Error("the transaction is over");
      const started = performance.now();
      try {
        const client = await (opening ??= open());
        const result = await client.query(typeof sql === "string" ? { text: sql, values } : { ...sql, values });
        if (refusedOpening !== undefined) throw refusedOpening;
        return result.rows as Row[];
      } catch (error) {
        // Statements are sent without waiting for answers: those after a failed one fail too. Report the first failure.
        if (!failure || !isAftermath(error)) failure = error;
        throw translateError(failure);
      } finally {
        watch?.(typeof sql === "string" ? sql : sql.text, performance.now() - started);
      }
    },

    async commit() {
      isOver = true;
      if (!opening) return;
      const client = await opening;
      opening = undefined;
      if (purpose === "read") return client.release();
      const result = await commitInTime(client);
      client.release();
      // PostgreSQL answers COMMIT of a failed transaction with success and the word ROLLBACK.
      if (result.command !== "COMMIT") throw unavailable("not_saved", "The change was not saved. Try again.");
    },

    async rollback() {
      isOver = true;
      if (!opening) return;
      const client = await opening.catch(() => undefined);
      opening = undefined;
      if (!client) return;
      await client.query("rollback").then(
        () => client.release(),
        (error: Error) => client.release(error),
      );
    },
  };
}

// A COMMIT that waits for a standby must not be cancelled: PostgreSQL would report success for a write that can still be lost.
async function commitInTime(client: PoolClient): Promise<QueryResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("commit timed out")), COMMIT_WAIT_MS);
  });
  try {
    return await Promise.race([client.query("commit"), late]);
  } catch (error) {
    client.release(error as Error);
    throw unavailable(
      "outcome_unknown",
      "We could not confirm that the change was saved. Look before you repeat it, or repeat it with the same Idempotency-Key.",
      error,
    );
  } finally {
    clearTimeout(timer);
  }
}
