import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { Client } from "pg";
import { TEST_SECRET } from "../../../../scripts/test-database.ts";
import { cloneDatabase } from "../../../test/service.ts";
import { until } from "../../../test/waiting.ts";
import { newId } from "../random.ts";
import { openPools } from "./pools.ts";
import { createDatabase } from "./transaction.ts";

const RENAME = "update companies set name = $1 where id = $2 returning name";

/** A company that is called One, and its name as others see it. */
async function givenCompany(t: TestContext) {
  const cloned = await cloneDatabase();
  const pools = openPools(cloned.url, TEST_SECRET, 2, () => undefined);
  t.after(async () => {
    await pools.end();
    await cloned.drop();
  });
  const id = newId();
  await cloned.query("insert into companies (id, name, created_at) values ($1, 'One', now())", [id]);
  const nameOf = async () => (await cloned.query("select name from companies where id = $1", [id]))[0]?.["name"];
  return {
    id,
    nameOf,
    query: cloned.query,
    url: cloned.superuserUrl,
    pool: pools.app,
    begin: () => createDatabase(pools.app).begin(id, "write"),
  };
}

test("the last statements are answered and saved, and nothing follows them", async (t) => {
  const { id, nameOf, begin } = await givenCompany(t);
  const transaction = begin();
  const rows = await transaction.commitWith(() => transaction.query(RENAME, ["Two", id]));
  assert.deepEqual(rows, [{ name: "Two" }]);
  assert.equal(await nameOf(), "Two");
  await assert.rejects(transaction.query(RENAME, ["Three", id]), /the transaction is over/);
  await transaction.commit();
  await transaction.rollback();
  assert.equal(await nameOf(), "Two");
});

test("begin, the last statements and the commit leave in one packet", async (t) => {
  const { id, begin, pool } = await givenCompany(t);
  const client = await pool.connect();
  // What a socket is given in one go.
  const { stream } = (client as unknown as { connection: { stream: { _writeGeneric(...given: unknown[]): unknown } } }).connection;
  const give = stream._writeGeneric.bind(stream);
  let packets = 0;
  stream._writeGeneric = (...given) => {
    packets++;
    return give(...given);
  };
  client.release();
  const transaction = begin();
  await transaction.commitWith(() => Promise.all([transaction.query(RENAME, ["Two", id]), transaction.query(RENAME, ["Three", id])]));
  assert.equal(packets, 1);
});

test("of a statement that fails, its own error is told and nothing is saved", async (t) => {
  const { id, nameOf, begin } = await givenCompany(t);
  const transaction = begin();
  const both = () => Promise.all([transaction.query(RENAME, ["Two", id]), transaction.query("select 1 / 0")]);
  await assert.rejects(transaction.commitWith(both), (error: Error) => /division by zero/.test(String(error.cause ?? error)));
  await transaction.rollback();
  assert.equal(await nameOf(), "One");
});

test("where the connection is cut meanwhile, nobody knows whether it was saved", async (t) => {
  const { id, nameOf, query, url, begin } = await givenCompany(t);
  const other = new Client({ connectionString: url });
  await other.connect();
  await other.query("begin");
  await other.query("select from companies where id = $1 for update", [id]);
  const transaction = begin();
  const saved = assert.rejects(
    transaction.commitWith(() => transaction.query(RENAME, ["Two", id])),
    { code: "outcome_unknown" },
  );
  const waiting = "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await until(async () => (await query(waiting)).length === 1, "it waits for the lock");
  await saved;
  await transaction.rollback();
  await other.end();
  assert.equal(await nameOf(), "One");
});
