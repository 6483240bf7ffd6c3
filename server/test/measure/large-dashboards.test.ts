import assert from "node:assert/strict";
import { test } from "node:test";
import type { OutputOf } from "../../src/contract.ts";
import { MINUTE_MS, SECOND_MS } from "../../src/kernel/clock.ts";
import { memberId } from "../../src/features/members/operations.ts";
import { sharedService, type Person } from "../service.ts";

const OPEN = { kind: "number", title: "Open deals", type: "deal", filter: "is:open" } as const;
type Answer = OutputOf<"dashboards.figure">;

let worker: { stop(): Promise<void> } | undefined;
test.after(() => worker?.stop());
const service = sharedService();
let known: Person | undefined;
let ada: Person;
let dashboard = "";
test.beforeEach(async () => {
  ada = known ??= await giveLargeCompany();
  dashboard = (await ada.call("dashboards.create", { name: "Large" })).id;
});

/** A company with a few more deals than are counted while somebody waits. */
async function giveLargeCompany(): Promise<Person> {
  const admin = await service().given.admin();
  await service().database.query(
    `insert into records (company_id, id, type_id, title, owner_id, stage, amount, created_at, updated_at)
     select t.company_id, gen_random_uuid(), t.id, 'Deal', $1::uuid, case when n % 2 = 0 then 'won' else 'proposal' end, n, now(), now()
     from record_types t, generate_series(1, 100001) as n where t.key = 'deal'`,
    [memberId.decode(admin.userId)],
  );
  return admin;
}

async function until(id: string, isEnough: (answer: Answer) => boolean): Promise<Answer> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const answer = await ada.call("dashboards.figure", { id });
    if (isEnough(answer)) return answer;
  }
  throw new Error("it was never counted");
}

const jobs = async () => (await service().database.query("select count(*)::int as count from jobs"))[0]?.["count"];
const countIn = (answer: Answer) => (answer.figure?.shape === "number" ? answer.figure.count : undefined);

test("what depends on who looks, a table and a smaller type are counted at once, however large the company", async () => {
  await ada.call("dashboards.addWidget", { id: dashboard, ...OPEN, filter: "is:open owner:@me" });
  await ada.call("dashboards.addWidget", { id: dashboard, kind: "table", title: "Deals", type: "deal" });
  await ada.call("dashboards.addWidget", { id: dashboard, kind: "number", title: "Contacts", type: "contact" });
  const { items } = await ada.call("dashboards.figures", { id: dashboard });

  assert.deepEqual(
    items.map(({ figure, as_of, is_pending, failure }) => [figure?.shape, as_of, is_pending, failure]),
    [
      ["number", null, false, null],
      ["rows", null, false, null],
      ["number", null, false, null],
    ],
  );
  assert.equal(await jobs(), 0);
});

test("above 100,000 records a worker counts, at most once a minute, and the figure says as of when", async () => {
  const { id } = await ada.call("dashboards.addWidget", { id: dashboard, ...OPEN });
  const asked = await Promise.all(Array.from({ length: 5 }, () => ada.call("dashboards.figure", { id })));
  assert.ok(asked.every((answer) => answer.is_pending && answer.figure === null && answer.as_of === null));
  assert.equal(await jobs(), 1, "five who look at once are one job");

  worker = await service().app.startWorker();
  const first = await until(id, (answer) => !answer.is_pending);
  assert.equal(countIn(first), 50_001);
  assert.ok(first.as_of);
  await ada.call("records.create", { type: "deal", values: { name: "One more", stage: "proposal" } });
  service().clock.advance(30 * SECOND_MS);
  assert.deepEqual(await ada.call("dashboards.figure", { id }), first, "within the minute it stands");
  service().clock.advance(MINUTE_MS);
  assert.equal(countIn(await ada.call("dashboards.figure", { id })), 50_001, "the old figure until the new one is there");
  const second = await until(id, (answer) => answer.as_of !== first.as_of);
  assert.equal(countIn(second), 50_002);

  await ada.call("dashboards.updateWidget", { id, ...OPEN, filter: "is:won" });
  assert.equal((await ada.call("dashboards.figure", { id })).is_pending, true, "what was counted for other settings is not shown");
  assert.equal(countIn(await until(id, (answer) => !answer.is_pending)), 50_000);
});

test("a figure that a worker cannot count says why, and is counted again once it can be", async () => {
  const { id } = await ada.call("dashboards.addWidget", { id: dashboard, ...OPEN, title: "Broken" });
  await service().database.query("update widgets set filter = 'gone:yes' where title = 'Broken'");
  worker ??= await service().app.startWorker();
  const refused = await until(id, (answer) => !answer.is_pending);
  assert.deepEqual([refused.figure, refused.failure?.code], [null, "bad_filter"]);
  await service().database.query("update widgets set filter = 'is:won' where title = 'Broken'");
  service().clock.advance(2 * MINUTE_MS);
  assert.equal(countIn(await until(id, (answer) => answer.figure !== null)), 50_000);
});
