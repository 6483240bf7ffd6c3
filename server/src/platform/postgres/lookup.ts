import type { Pool } from "pg";
import { type Statement } from "../../kernel/database.ts";
import { translateError } from "./errors.ts";
import { sendQuery } from "./driver-query.ts";
import { BY_SESSION, type Pooling } from "./pooling.ts";

const MAX_BATCH = 200;

interface Waiting<Row> {
  secretHash: Buffer;
  resolve(row: Row | undefined): void;
  reject(error: unknown): void;
}

/**
 * Finds rows by a 32-byte hash. Look-ups that arrive in one turn of the event loop, or while every connection is busy,
 * are sent as one statement. Nothing is cached: each look-up is answered by a query sent after it arrived.
 * Measured by `bench:auth` (me/bare). The statement takes `$1 bytea[]` and returns `position`, counted from 1, with each row.
 */
export function createLookup<Row extends { position: string }>(pool: Pool, statement: Statement, pooling: Pooling = BY_SESSION) {
  let waiting: Waiting<Row>[] = [];
  let isScheduled = false;
  let inFlight = 0;

  function schedule() {
    if (isScheduled || waiting.length === 0 || inFlight >= (pool.options.max ?? 1)) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      void send(waiting.splice(0, MAX_BATCH));
      schedule();
    });
  }

  async function send(batch: Waiting<Row>[]) {
    inFlight++;
    try {
      const rows = await ask(batch.map((one) => one.secretHash));
      const found = new Map(rows.map((row) => [Number(row.position) - 1, row]));
      batch.forEach((one, at) => one.resolve(found.get(at)));
    } catch (error) {
      for (const one of batch) one.reject(translateError(error));
    } finally {
      inFlight--;
      schedule();
    }
  }

  async function ask(hashes: Buffer[]): Promise<Row[]> {
    const client = await pool.connect();
    try {
      const { name, text, values = [] } = pooling.asQuery(statement, [hashes]);
      const rows = await sendQuery<Row>(client, { name, text, values });
      client.release();
      return rows;
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  }

  return (secretHash: Buffer) =>
    new Promise<Row | undefined>((resolve, reject) => {
      waiting.push({ secretHash, resolve, reject });
      schedule();
    });
}
