import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../../../test/service.ts";

const service = sharedService();

test("the trash says who moved each record there and when, newest first, and how many there are", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { key } = await ada.key("Claude Code");
  const made: string[] = [];
  for (const name of ["First", "Second", "Third", "Kept"])
    made.push((await ada.call("records.create", { type: "deal", values: { name } })).record.id);
  await ada.call("records.delete", { id: made[0] ?? "" });
  await max.call("records.delete", { id: made[1] ?? "" });
  await service().rest(key, "DELETE", `/records/deal/${made[2]}`);

  const { items, next_cursor: cursor, count } = await max.call("records.trash", { type: "deal", limit: 2 });
  assert.deepEqual(
    items.map((one) => [one.title, one.deleted_by?.id, one.key]),
    [
      ["Third", ada.userId, "Claude Code"],
      ["Second", max.userId, null],
    ],
  );
  assert.equal(count, 3);
  const next = await max.call("records.trash", { type: "deal", limit: 2, cursor: cursor ?? "" });
  assert.deepEqual([next.items.map((one) => one.title), next.next_cursor], [["First"], null]);
  assert.ok(Math.abs(Date.parse(next.items[0]?.deleted_at ?? "") - service().clock.now().getTime()) < 600_000);

  const outsider = await service().given.admin();
  assert.deepEqual(await outsider.call("records.trash", { type: "deal" }), { items: [], next_cursor: null, count: 0 });
  await ada.call("records.restore", { id: made[0] ?? "" });
  assert.equal((await ada.call("records.trash", { type: "deal" })).count, 2);
});
