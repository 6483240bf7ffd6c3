import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { test } from "node:test";
import { TEST_SECRET } from "../../../../scripts/test-database.ts";
import { cloneDatabase } from "../../../test/service.ts";
import { newId } from "../random.ts";
import { SET_COMPANY } from "./opening.ts";
import { openPools } from "./pools.ts";
import { createDatabase } from "./transaction.ts";

const COUNT = "select count(*)::int as companies from companies";

/** In this time PostgreSQL has answered all that was sent. */
const ANSWERED_MS = 100;

interface Bound {
  statement?: string;
  values: unknown[];
}

test("on a shared connection each use sees only the company it names, and only a write transaction can write", async (t) => {
  const cloned = await cloneDatabase();
  // A single connection: whatever the last use left behind on it would be seen here.
  const pools = openPools(cloned.url, TEST_SECRET, 1, (error) => assert.fail(error));
  t.after(async () => {
    await pools.end();
    await cloned.drop();
  });
  const database = createDatabase(pools.app);
  const ids = [newId(), newId()];
  for (const id of ids) await cloned.query("insert into companies (id, name, created_at) values ($1, 'One', now())", [id]);
  const ask = async <Row>(company: string | undefined, purpose: "read" | "write", sql: string, values?: unknown[]) => {
    const transaction = database.begin(company, purpose);
    try {
      const rows = await transaction.query<Row>(sql, values);
      await transaction.commit();
      return rows;
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
  };
  // A text without values leaves by itself, one with values takes its company along.
  const seen = async (company: string | undefined, purpose: "read" | "write", values?: unknown[]) =>
    (await ask<{ companies: number }>(company, purpose, values ? `${COUNT} where $1` : COUNT, values))[0]?.companies;

  for (const purpose of ["read", "write"] as const)
    for (const values of [undefined, [true]]) {
      assert.equal(await seen(ids[0], "read", values), 1);
      assert.equal(await seen(undefined, purpose, values), 0, `nobody's ${purpose} after somebody's`);
      assert.equal(await seen(ids[1], purpose, values), 1);
    }

  // Where PostgreSQL does not take the company, nothing is answered: the connection still has the one before.
  const client = await pools.app.connect();
  client.release();
  const { connection } = client as unknown as { connection: { bind(bound: Bound, more: boolean): void; stream: Socket } };
  const bind = connection.bind.bind(connection);
  assert.equal(await seen(ids[0], "read"), 1);
  connection.bind = (bound, more) => bind(bound.statement === SET_COMPANY.name ? { ...bound, values: [] } : bound, more);
  for (const values of [undefined, [true]]) {
    await assert.rejects(seen(ids[1], "read", values));
    // All answers are read at once, as on a busy machine.
    connection.stream.pause();
    setTimeout(() => connection.stream.resume(), ANSWERED_MS);
    await assert.rejects(seen(ids[1], "read", values));
  }
  connection.bind = bind;
  assert.equal(await seen(ids[0], "read", [true]), 1);

  const rename = (purpose: "read" | "write") => ask(ids[0], purpose, "update companies set name = 'Two'");
  await assert.rejects(rename("read"), (error: Error) => /read-only/.test(String(error.cause ?? error)));
  assert.equal(await seen(ids[0], "read"), 1, "the connection is as good as before");
  await rename("write");
  const names = await cloned.query("select name from companies order by name");
  assert.deepEqual(names, [{ name: "One" }, { name: "Two" }]);
});
