import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_SECRET } from "../../../../scripts/test-database.ts";
import { cloneDatabase } from "../../../test/service.ts";
import { newId } from "../random.ts";
import { openPools } from "./pools.ts";
import { createDatabase } from "./transaction.ts";

const COUNT = "select count(*)::int as companies from companies";

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
  const ask = async <Row>(company: string | undefined, purpose: "read" | "write", sql: string) => {
    const transaction = database.begin(company, purpose);
    try {
      const rows = await transaction.query<Row>(sql);
      await transaction.commit();
      return rows;
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
  };
  const seen = async (company: string | undefined, purpose: "read" | "write") =>
    (await ask<{ companies: number }>(company, purpose, COUNT))[0]?.companies;

  for (const purpose of ["read", "write"] as const) {
    assert.equal(await seen(ids[0], "read"), 1);
    assert.equal(await seen(undefined, purpose), 0, `nobody's ${purpose} after somebody's`);
    assert.equal(await seen(ids[1], purpose), 1);
  }

  // Where PostgreSQL does not take the company, nothing is answered: the connection still has the one before.
  const client = await pools.app.connect();
  const send = client.query.bind(client) as (query: unknown) => Promise<unknown>;
  Object.assign(client, {
    query: (query: unknown) => send(typeof query === "string" ? query.replace(/^set app.*/, "set app.company_id = 'no end") : query),
  });
  client.release();
  assert.equal(await seen(ids[0], "write"), 1);
  await assert.rejects(seen(ids[0], "read"));
  Object.assign(client, { query: send });

  const rename = (purpose: "read" | "write") => ask(ids[0], purpose, "update companies set name = 'Two'");
  await assert.rejects(rename("read"), (error: Error) => /read-only/.test(String(error.cause ?? error)));
  assert.equal(await seen(ids[0], "read"), 1, "the connection is as good as before");
  await rename("write");
  const names = await cloned.query("select name from companies order by name");
  assert.deepEqual(names, [{ name: "One" }, { name: "Two" }]);
});
