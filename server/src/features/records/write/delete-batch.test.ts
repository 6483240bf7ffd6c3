import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../../../../test/service.ts";

const service = sharedService();

test("records.deleteBatch moves many to the trash in one operation, names what it could not, and one undo brings them back", async () => {
  const ada = await service().given.admin();
  const items = ["One", "Two", "Three"].map((name) => ({ values: { name } }));
  const { results } = await ada.call("records.batch", { type: "deal", items });
  const ids = results.map((one) => one.id ?? "");
  const { record: contact } = await ada.call("records.create", { type: "contact", values: { name: "Not a deal" } });
  await ada.call("records.delete", { id: ids[2] ?? "" });

  const deleted = await ada.call("records.deleteBatch", { type: "deal", ids: [...ids, contact.id, ids[0] ?? ""] });
  assert.equal(deleted.deleted, 2);
  assert.deepEqual(deleted.missing, [ids[2], contact.id]);
  const listed = async () => (await ada.call("records.list", { type: "deal", sort: "name" })).items.map((one) => one.title);
  assert.deepEqual(await listed(), []);
  assert.equal((await ada.call("records.get", { id: contact.id })).deleted_at, null);

  assert.equal((await ada.call("records.undo", { id: deleted.operation_id })).records, 2);
  assert.deepEqual(await listed(), ["One", "Two"]);
});

test("records.deleteBatch does not reach another company's records", async () => {
  const ada = await service().given.admin();
  const outsider = await service().given.admin();
  const { record } = await ada.call("records.create", { type: "deal", values: { name: "Ours" } });
  const { deleted, missing } = await outsider.call("records.deleteBatch", { type: "deal", ids: [record.id] });
  assert.deepEqual([deleted, missing], [0, [record.id]]);
  assert.equal((await ada.call("records.get", { id: record.id })).deleted_at, null);
});
