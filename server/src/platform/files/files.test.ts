import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { TEST_SECRET } from "../../../../scripts/test-database.ts";
import { sharedService, type Person } from "../../../test/service.ts";
import { companyOf } from "../../../test/website-leads.ts";
import { findFile } from "../../features/files/index.ts";
import type { Member } from "../../kernel/actor.ts";
import type { Tx } from "../../kernel/database.ts";
import { showId } from "../ids.ts";
import { openPools, type Pools } from "../postgres/pools.ts";
import { createDatabase } from "../postgres/transaction.ts";
import { newId } from "../random.ts";
import { readBytes } from "./chunks.ts";
import { storeFile, storeFiles } from "./store-file.ts";
import { dropUses, useFile, usesOf, type FileUse } from "./uses.ts";

const service = sharedService();
let pools: Pools | undefined;
test.after(() => pools?.end());

/** A transaction as handlers have it: as the application's role, in one company. */
async function within<Result>(companyId: string, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  pools ??= openPools(service().database.url, TEST_SECRET, 8, () => undefined);
  let result: Result | undefined;
  await createDatabase(pools.app).write(companyId, async (tx) => {
    result = await work(tx);
  });
  return result as Result;
}

const message = () => showId("msg", newId());
const use = (fileId: string, usedBy: string, position = 0): FileUse => ({
  fileId,
  usedBy,
  position,
  name: `../${position}.txt`,
  type: "text/plain; charset=utf-8",
  contentId: null,
});
const filesIn = async (companyId: string) =>
  Number((await service().database.query("select count(*)::int as count from files where company_id = $1", [companyId]))[0]?.["count"]);

/** Its files are old enough for housekeeping. */
const grownOld = (companyId: string) =>
  service().database.query("update files set created_at = now() - interval '2 hours' where company_id = $1", [companyId]);

async function givenCompany(): Promise<{ ada: Person; companyId: string }> {
  const ada = await service().given.admin();
  return { ada, companyId: await companyOf(service(), ada) };
}

test("what two messages carry is kept once, and goes with the second of them", async () => {
  const { companyId } = await givenCompany();
  const content = randomBytes(700_000);
  const [first, second] = [message(), message()];
  for (const one of [first, second])
    await within(companyId, async (tx) => useFile(tx, companyId, use((await storeFile(tx, companyId, content)).id, one)));
  assert.equal(await filesIn(companyId), 1);
  const uses = await within(companyId, (tx) => usesOf(tx, companyId, [first, second]));
  const [shown] = uses.get(second) ?? [];
  assert.deepEqual([shown?.name, shown?.type, shown?.size], ["0.txt", "text/plain", 700_000]);
  const read = await within(companyId, (tx) => readBytes(tx, companyId, shown?.fileId ?? "", 0, 700_000));
  assert.ok(read.equals(content));

  await within(companyId, (tx) => dropUses(tx, companyId, first));
  await grownOld(companyId);
  await service().app.housekeep();
  assert.equal(await filesIn(companyId), 1, "the other message still shows it");
  await within(companyId, (tx) => dropUses(tx, companyId, second));
  await service().app.housekeep();
  assert.equal(await filesIn(companyId), 0);
});

test("an empty attachment is a file, too", async () => {
  const { companyId } = await givenCompany();
  const { id, size } = await within(companyId, (tx) => storeFile(tx, companyId, Buffer.alloc(0)));
  assert.equal(size, 0);
  assert.equal((await within(companyId, (tx) => readBytes(tx, companyId, id, 0, 0))).length, 0);
});

test("a file of another company, an upload that goes on or none at all cannot be shown", async () => {
  const [mine, theirs] = [await givenCompany(), await givenCompany()];
  const foreign = await within(theirs.companyId, (tx) => storeFile(tx, theirs.companyId, Buffer.from("theirs")));
  const unfinished = newId();
  await service().database.query("insert into files (company_id, id) values ($1, $2)", [mine.companyId, unfinished]);
  for (const id of [foreign.id, unfinished, newId()])
    await assert.rejects(
      within(mine.companyId, (tx) => useFile(tx, mine.companyId, use(id, message()))),
      /File not found/,
    );
});

test("two batches with the same files in another order do not wait for each other for ever", async () => {
  const { companyId } = await givenCompany();
  for (let round = 0; round < 5; round++) {
    const contents = Array.from({ length: 6 }, () => randomBytes(2_000));
    const store = (order: Buffer[]) => within(companyId, (tx) => storeFiles(tx, companyId, order));
    const [one, other] = await Promise.all([store(contents), store(contents.toReversed())]);
    assert.deepEqual(
      one.map(({ id }) => id),
      other.map(({ id }) => id).toReversed(),
      "each answer is at the place of its content",
    );
  }
  assert.equal(await filesIn(companyId), 30);
});

test("a file that is taken again while its last message goes is either kept or stored anew: a use never lacks its bytes", async () => {
  const { companyId } = await givenCompany();
  const content = randomBytes(300_000);
  let shown = message();
  await within(companyId, async (tx) => useFile(tx, companyId, use((await storeFile(tx, companyId, content)).id, shown)));
  for (let round = 0; round < 10; round++) {
    const next = message();
    await grownOld(companyId);
    await Promise.all([
      within(companyId, (tx) => dropUses(tx, companyId, shown)),
      within(companyId, async (tx) => useFile(tx, companyId, use((await storeFile(tx, companyId, content)).id, next))),
      service().database.query("select remove_unused_files(10)"),
    ]);
    const [one] = (await within(companyId, (tx) => usesOf(tx, companyId, [next]))).get(next) ?? [];
    const read = await within(companyId, (tx) => readBytes(tx, companyId, one?.fileId ?? "", 0, content.length));
    assert.ok(read.equals(content), `round ${round}`);
    shown = next;
  }
  await within(companyId, (tx) => dropUses(tx, companyId, shown));
  await grownOld(companyId);
  await service().app.housekeep();
  assert.equal(await filesIn(companyId), 0, "and bytes never stay without a use");
});

test("housekeeping leaves a file alone that somebody is about to show", async () => {
  const { companyId } = await givenCompany();
  const content = randomBytes(1_000);
  await within(companyId, (tx) => storeFile(tx, companyId, content));
  await grownOld(companyId);
  await within(companyId, async (tx) => {
    const { id } = await storeFile(tx, companyId, content);
    await service().app.housekeep();
    await useFile(tx, companyId, use(id, message()));
  });
  await service().app.housekeep();
  assert.equal(await filesIn(companyId), 1);
});

test("who sees one of the messages that show a file may read it; what has no rule shows it to nobody", async () => {
  const { ada, companyId } = await givenCompany();
  const [seen, unseen] = [message(), message()];
  const id = await within(companyId, async (tx) => {
    const file = await storeFile(tx, companyId, Buffer.from("attached"));
    for (const one of [seen, unseen]) await useFile(tx, companyId, use(file.id, one));
    return file.id;
  });
  const member = { companyId, userId: newId() } as Member;
  const rules = { msg: async (_tx: Tx, _member: Member, usedBy: string[]) => new Set(usedBy.filter((one) => one === seen)) };
  const find = (given: object, of?: string) => within(companyId, (tx) => findFile(tx, member, given as typeof rules, id, of));
  assert.equal((await find(rules)).usedBy, seen);
  assert.equal((await find(rules, seen)).usedBy, seen);
  await assert.rejects(find(rules, unseen), /File not found/);
  await assert.rejects(find({}), /File not found/);
  await assert.rejects(ada.call("files.get", { id: showId("fil", id) }), /File not found/);
});
