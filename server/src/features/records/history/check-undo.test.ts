import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { sharedService, type Person } from "../../../../test/service.ts";

const service = sharedService();

const add = async (person: Person, name: string) => person.call("records.create", { type: "contact", values: { name } });
const check = async (person: Person, ...ids: string[]) => (await person.call("records.checkUndo", { ids })).items;
const eventCount = async () => Number((await service().database.query("select count(*) as n from events"))[0]?.["n"]);

test("records.checkUndo says what undo would answer, and changes nothing", async () => {
  const ada = await service().given.admin();
  const { record, operation_id: creation } = await add(ada, "Ines Vos");
  const first = await ada.call("records.update", { id: record.id, values: { city: "York" } });
  const before = await eventCount();
  const [created, updated] = await check(ada, creation, first.operation_id);
  assert.equal(await eventCount(), before, "nothing is written");
  assert.equal(updated?.can_undo, true);
  assert.deepEqual(
    [created?.can_undo, created?.in_the_way],
    [false, { id: record.id, type: "contact", title: "Ines Vos", reason: "was changed again since", fields: [] }],
  );
  await ada.call("records.update", { id: record.id, values: { city: "Cork" } });
  const [again] = await check(ada, first.operation_id);
  assert.deepEqual([again?.can_undo, again?.in_the_way?.fields], [false, ["city"]]);
  const answer = await ada.call("records.undo", { id: first.operation_id }).catch((error: unknown) => String(error));
  assert.ok(String(answer).endsWith(String(again?.reason)), String(answer));
});

test("records.checkUndo knows what was undone already, by the same call or through undo last", async () => {
  const ada = await service().given.admin();
  const { operation_id: id } = await add(ada, "Ines Vos");
  await ada.call("records.undo", { id: "last" });
  const [only] = await check(ada, id);
  assert.deepEqual([only?.can_undo, only?.reason], [false, "It was undone already."]);
});

test("records.checkUndo tries a part of a large operation, and finds a record of it that was changed since", async () => {
  const ada = await service().given.admin();
  const names = Array.from({ length: 300 }, (_, at) => ({ values: { name: `Row ${at}` } }));
  const { results } = await ada.call("records.batch", { type: "contact", items: names });
  const items = results.map((one) => ({ id: one.id ?? "", values: { city: "York" } }));
  const { operation_id: id } = await ada.call("records.batch", { type: "contact", items });
  assert.deepEqual(
    (await check(ada, id)).map((one) => [one.can_undo, one.records]),
    [[true, 300]],
  );
  // So many that they are among those that are tried, whichever these are.
  const changed = items.slice(0, 250).map(({ id: one }) => ({ id: one, values: { city: "Cork" } }));
  await ada.call("records.batch", { type: "contact", items: changed });
  assert.equal((await check(ada, id))[0]?.can_undo, false);
});

test("records.checkUndo says that a record which somebody holds can be undone: undo waits for them", async (t) => {
  const ada = await service().given.admin();
  const { record, operation_id: id } = await add(ada, "Held");
  const holder = new Client({ connectionString: service().database.superuserUrl });
  await holder.connect();
  t.after(() => holder.end());
  await holder.query("begin");
  await holder.query("select 1 from records where title = $1 for update", [record.title]);
  assert.deepEqual(
    (await check(ada, id)).map((one) => [one.can_undo, one.reason]),
    [[true, null]],
  );
});

test("records.checkUndo tells a stranger of nothing, and a member not to undo what is not theirs", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { operation_id: id } = await add(ada, "Ines Vos");
  const stranger = await service().given.admin();
  assert.deepEqual(
    (await check(stranger, id)).map((one) => [one.can_undo, one.reason, one.records, one.in_the_way]),
    [[false, "Operation not found.", 0, null]],
  );
  const [of] = await check(max, id);
  assert.deepEqual([of?.can_undo, of?.reason], [false, "You can undo your own changes. An Admin can undo everyone's."]);
});

test("records.operations goes on from page to page with its cursor, however many of them are others'", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const own: string[] = [];
  for (const name of ["A", "B", "C", "D", "E"]) {
    own.unshift((await add(max, name)).operation_id);
    await add(ada, `Of Ada ${name}`);
  }
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await max.call("records.operations", { limit: 2, ...(cursor ? { cursor } : {}) });
    seen.push(...page.items.map((one) => one.operation_id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  assert.deepEqual(seen, own);
  await max.call("records.undo", { id: own[0] ?? "" });
  const { items } = await max.call("records.operations", { limit: 2 });
  assert.deepEqual(
    items.map((one) => [one.is_undo, one.is_undone]),
    [
      [true, false],
      [false, true],
    ],
  );
});
