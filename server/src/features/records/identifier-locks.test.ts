import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_SECRET } from "../../../../scripts/test-database.ts";
import { sharedService } from "../../../test/service.ts";
import { openPools } from "../../platform/postgres/pools.ts";
import { createDatabase } from "../../platform/postgres/transaction.ts";
import { newId } from "../../platform/random.ts";
import { lockIdentifiers } from "./store.ts";

const service = sharedService();

const addresses = (count: number, domain: string) =>
  Array.from({ length: count }, (_, at) => ({ kind: "email" as const, value: `${at}@${domain}` }));

/** Writers as the application has them, each in a transaction of its own. */
function startWriters(t: { after(end: () => Promise<void>): void }) {
  const pools = openPools(service().database.url, TEST_SECRET, 8, () => undefined);
  const database = createDatabase(pools.app);
  const opened: ReturnType<typeof database.begin>[] = [];
  t.after(async () => {
    for (const tx of opened) await tx.rollback(); // where the test failed
    await pools.end();
  });
  const [companyId, typeId] = [newId(), newId()];
  return (count: number, { type = typeId, domain = "many.example" } = {}) => {
    const tx = database.begin(companyId, "write");
    opened.push(tx);
    return { tx, locked: lockIdentifiers(tx, companyId, type, addresses(count, domain)) };
  };
}

const locksHeld = async () =>
  Number(
    (
      await service().database.query(
        "select count(*)::int as count from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())",
      )
    )[0]?.["count"],
  );

test("40,000 addresses in one call take one of the locks that all companies share", async (t) => {
  const write = startWriters(t);
  const before = await locksHeld();
  const many = write(40_000);
  await many.locked;
  assert.equal((await locksHeld()) - before, 1);
  await many.tx.commit();
});

test("whoever writes one of very many addresses waits for them, and a writer of another type does not", async (t) => {
  const write = startWriters(t);
  const many = write(1_001);
  await many.locked;
  const other = write(1, { type: newId() });
  await other.locked;
  await other.tx.commit();

  const one = write(1);
  const order: string[] = [];
  const waiting = one.locked.then(() => order.push("one"));
  await new Promise((resolve) => setTimeout(resolve, 100));
  order.push("many");
  await many.tx.commit();
  await waiting;
  await one.tx.commit();
  assert.deepEqual(order, ["many", "one"]);
});

test("writers of different addresses do not wait for each other", async (t) => {
  const write = startWriters(t);
  const one = write(1_000);
  await one.locked;
  const other = write(1_000, { domain: "others.example" });
  await other.locked;
  await one.tx.commit();
  await other.tx.commit();
});
