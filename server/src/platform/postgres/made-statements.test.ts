import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_SECRET } from "../../../../scripts/test-database.ts";
import { cloneDatabase } from "../../../test/service.ts";
import { madeStatement } from "./made-statements.ts";
import { openPools } from "./pools.ts";
import { createDatabase } from "./transaction.ts";

// Beside them a connection has those that open its uses.
const KEPT =
  "select pg_backend_pid() as pid, count(*)::int as kept, max(generic_plans)::int as generic from pg_prepared_statements where name like 'made%'";

test("a statement made at run time is planned once per connection, and a connection keeps a limited number of them", async (t) => {
  const cloned = await cloneDatabase();
  const pools = openPools(cloned.url, TEST_SECRET, 1, (error) => assert.fail(error));
  t.after(async () => {
    await pools.end();
    await cloned.drop();
  });
  const database = createDatabase(pools.app);
  const use = async (text: string, isKept = true) => {
    const transaction = database.begin(undefined, "write");
    await transaction.query(madeStatement(text), [1]);
    await (isKept ? transaction.commit() : transaction.rollback());
  };
  const look = async () => {
    const transaction = database.begin(undefined, "read");
    const [seen] = await transaction.query<{ pid: number; kept: number; generic: number }>(KEPT);
    await transaction.commit();
    return seen ?? assert.fail("no row");
  };

  for (let time = 0; time < 8; time++) await use("select $1::int + 1");
  const first = await look();
  assert.equal(first.kept, 1, "one text, however often it is used");
  assert.ok(first.generic >= 2, "planned anew only for its first uses");

  for (let made = 0; made < 49; made++) await use(`select $1::int + ${made + 2}`, made % 2 === 0);
  assert.deepEqual([(await look()).pid, (await look()).kept], [first.pid, 50]);
  await use("select $1::int + 100");
  const after = await look();
  assert.notEqual(after.pid, first.pid, "the connection was replaced");
  assert.equal(after.kept, 0);

  for (let made = 0; made < 51; made++) await use(`select $1::int - ${made}`, false);
  assert.notEqual((await look()).pid, after.pid, "after transactions that were rolled back too");
});
