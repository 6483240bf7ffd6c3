import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { presently } from "../../../test/moments.ts";
import { sharedService } from "../../../test/service.ts";
import { TEST_SECRET } from "../../../../scripts/test-database.ts";
import { openPools } from "../postgres/pools.ts";
import { createDatabase } from "../postgres/transaction.ts";
import { newId } from "../random.ts";
import type { Claimed } from "../follow/client.ts";
import { claim, findDue, giveBack, move, release, releaseOthers } from "./cursors.ts";
import { openOwnerConnection } from "./owner.ts";
import { positionAt } from "./position.ts";

const service = sharedService();
const NOW = presently();
const LATER = new Date(NOW.getTime() + 60_000);

/** A company, and two workers that want its events for one subscriber. */
async function given(t: { after(run: () => unknown): void }) {
  const companyId = newId();
  const key = `test.${companyId}`;
  await service().database.query("insert into companies (id, name, created_at) values ($1, 'Company', now())", [companyId]);
  const [one, other] = [await openOwnerConnection(service().database.url), await openOwnerConnection(service().database.url)];
  t.after(() => Promise.all([one.end(), other.end()]));
  const snapshot = async () => (await one.query<{ now: string }>("select log_snapshot()::text as now"))[0]?.now ?? "";
  const since = await snapshot();
  await one.query("select pg_current_xact_id()");
  const until = await snapshot();
  return { one, other, named: { companyId, key }, wanted: { companyId, key, since, until }, snapshot };
}

const counts = ({ leased, missed, others }: Claimed) => ({ leased: leased.length, missed: missed.length, others: others.length });
const LEASED = { leased: 1, missed: 0, others: 0 };
const NOTHING = { leased: 0, missed: 0, others: 0 };

test("a cursor is made with the first event, and another worker comes back until it has read so far", async (t) => {
  const { one, other, wanted } = await given(t);
  const first = await claim(one, [wanted], NOW);
  assert.deepEqual(counts(first), LEASED);
  const [lease] = first.leased;
  assert.ok(lease);
  const second = await claim(other, [wanted], NOW);
  assert.deepEqual(second, { leased: [], missed: [], others: [wanted] });
  await move(one, lease, positionAt(wanted.until), true, NOW);
  assert.deepEqual(counts(await claim(other, [wanted], NOW)), NOTHING, "the same snapshot: all of it was read");
  await assert.rejects(move(one, lease, positionAt(wanted.until), true, NOW), { code: "lease_lost" });
});

test("a cursor that is locked is asked for again, and giving it back waits for no lock", async (t) => {
  const { one, other, named, wanted } = await given(t);
  await claim(one, [wanted], NOW);
  await release(one, [named]);
  const locking = new Client({ connectionString: service().database.superuserUrl });
  await locking.connect();
  t.after(() => locking.end());
  await locking.query("begin");
  await locking.query("select from log_cursors where company_id = $1 for update", [wanted.companyId]);
  assert.deepEqual(await claim(other, [wanted], NOW), { leased: [], missed: [wanted], others: [] });
  await locking.query("commit");
  assert.deepEqual(counts(await claim(other, [wanted], NOW)), LEASED);
  await locking.query("begin");
  await locking.query("select from log_cursors where company_id = $1 for update", [wanted.companyId]);
  await giveBack(other, named, [NOW, 1, "failed", 300, 10]);
  await releaseOthers(other, [], NOW);
  await locking.query("commit");
  assert.deepEqual(await findDue(one, LATER, [named.key]), [], "it is leased still");
  await releaseOthers(other, [], NOW);
  assert.deepEqual(await findDue(one, NOW, [named.key]), [named], "what was left is looked at once more");
});

test("after an error a cursor rests, longer each time, and is parked in the end; a worker that died leaves it at once", async (t) => {
  const { one, other, named, wanted } = await given(t);
  await claim(one, [wanted], NOW);
  await giveBack(one, named, [NOW, 1, "failed", 300, 2]);
  assert.deepEqual(counts(await claim(other, [wanted], NOW)), NOTHING, "whatever comes, it rests");
  assert.deepEqual(await findDue(other, NOW, [named.key]), []);
  assert.deepEqual(await findDue(other, LATER, [named.key]), [named]);
  assert.deepEqual(await findDue(other, LATER, ["test.another"]), [], "only subscribers that this version has");
  assert.deepEqual(counts(await claim(one, [named], LATER)), LEASED);
  assert.deepEqual(await findDue(other, LATER, [named.key]), []);
  await one.end();
  assert.deepEqual(await findDue(other, LATER, [named.key]), [named]);
  assert.deepEqual(counts(await claim(other, [named], LATER)), LEASED);
  await giveBack(other, named, [NOW, 1, "failed", 300, 2]);
  assert.deepEqual(await findDue(other, LATER, [named.key]), [], "it is parked");
});

test("without the lease nothing that the events led to is saved, though the commit was sent", async (t) => {
  const { one, wanted } = await given(t);
  const [lease] = (await claim(one, [wanted], NOW)).leased;
  assert.ok(lease);
  const pools = openPools(service().database.url, TEST_SECRET, 1, () => undefined);
  t.after(() => pools.end());
  const rename = async (leaseBy: string, name: string) => {
    const transaction = createDatabase(pools.app).begin(wanted.companyId, "write");
    await transaction.query("update companies set name = $1", [name]);
    const moving = transaction.commitWith(() => move(transaction, { ...lease, leaseBy }, positionAt(wanted.until), false, NOW));
    await moving.finally(() => transaction.rollback());
  };
  const nameOf = async () => (await service().database.query("select name from companies where id = $1", [wanted.companyId]))[0]?.["name"];
  await assert.rejects(rename("another worker", "Late"), { code: "lease_lost" });
  assert.equal(await nameOf(), "Company");
  await rename(lease.leaseBy, "In time");
  assert.equal(await nameOf(), "In time");
});
