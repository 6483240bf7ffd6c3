import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../../../../test/service.ts";

const service = sharedService();

test("a record that is made without a stage begins at the first one, whichever way it is made", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  await ada.call("records.create", { type: "deal", values: { name: "From a page" } });
  await service().rest(key, "POST", "/records/deal", { values: { name: "From a program" } });
  await ada.call("records.batch", { type: "deal", items: [{ values: { name: "In a batch" } }] });
  await ada.call("records.create", { type: "deal", values: { name: "Told", stage: "won" } });
  const { items } = await ada.call("records.list", { type: "deal", sort: "name" });
  assert.deepEqual(
    items.map(({ values }) => [values["name"], values["stage"]]),
    [
      ["From a page", "qualified"],
      ["From a program", "qualified"],
      ["In a batch", "qualified"],
      ["Told", "won"],
    ],
  );
});

test("a task that is made by a tool is open, and overdue after its date", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  const made = await service().mcp(key, {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "save_records", arguments: { type: "task", records: [{ values: { name: "Call Mara", due: "2020-01-15" } }] } },
  });
  assert.equal(made.status, 200);
  for (const filter of ["is:open", "is:overdue"]) {
    const { items } = await ada.call("records.list", { type: "task", filter });
    assert.deepEqual(
      items.map(({ values }) => values["name"]),
      ["Call Mara"],
      filter,
    );
  }
});

test("a record whose stage was taken away counts as open, and a change of another value does not give it one", async () => {
  const ada = await service().given.admin();
  const { record } = await ada.call("records.create", { type: "deal", values: { name: "Undecided", stage: null } });
  await ada.call("records.update", { id: record.id, values: { amount: 500 } });
  const open = await ada.call("records.list", { type: "deal", filter: "is:open" });
  assert.deepEqual(
    open.items.map(({ values }) => [values["name"], values["stage"] ?? null]),
    [["Undecided", null]],
  );
  for (const filter of ["is:won", "is:lost", "-is:open"])
    assert.deepEqual((await ada.call("records.list", { type: "deal", filter })).items, [], filter);
});
