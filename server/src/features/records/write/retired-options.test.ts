import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService, type Person } from "../../../../test/service.ts";

const service = sharedService();

const retire = (person: Person, type: string, key: string, label: string) =>
  person.call("types.updateField", { type, field: "source", options: [{ key, label, retired: true }] });

test("a retired option is refused for a record that does not have it, with the ones in use", async () => {
  const ada = await service().given.admin();
  const { record } = await ada.call("records.create", { type: "contact", values: { name: "Plain" } });
  await retire(ada, "contact", "website", "Website");

  await assert.rejects(ada.call("records.update", { id: record.id, values: { source: "website" } }), { code: "invalid_input" });
  const { results } = await ada.call("records.batch", {
    type: "contact",
    items: [
      { values: { name: "Key", source: "website" } },
      { values: { name: "Label", source: "Website" } },
      { values: { name: "Saved" } },
    ],
  });
  assert.deepEqual(
    results.map((one) => one.status),
    ["failed", "failed", "created"],
  );
  for (const [at, { errors }] of results.slice(0, 2).entries()) {
    const [wrong] = errors;
    assert.deepEqual([wrong?.pointer, wrong?.message], [`/items/${at}/values/source`, 'No longer an option: "Website".']);
    assert.match(wrong?.hint ?? "", /^Give one of /);
    assert.doesNotMatch(wrong?.hint ?? "", /website/);
  }
});

test("a record keeps a retired option that it has, and gets it back by undo and from the trash", async () => {
  const ada = await service().given.admin();
  const { record } = await ada.call("records.create", { type: "contact", values: { name: "Anneke", source: "website" } });
  const { id } = record;
  await retire(ada, "contact", "website", "Website");
  const sourceOf = async () => (await ada.call("records.get", { id })).values["source"];

  await ada.call("records.update", { id, values: { source: "website", city: "Leeds" } });
  assert.equal(await sourceOf(), "website");
  await ada.call("records.update", { id, values: { source: null } });
  await ada.call("records.undo", { id: "last" });
  assert.equal(await sourceOf(), "website");
  await ada.call("records.delete", { id });
  await ada.call("records.undo", { id: "last" });
  assert.equal(await sourceOf(), "website");
});
