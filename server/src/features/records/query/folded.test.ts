import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService, type Person } from "../../../../test/service.ts";

const service = sharedService();
const LONG = `Ä${"b".repeat(600)}`;

const titlesOf = async (person: Person, filter: string) =>
  (await person.call("records.list", { type: "deal", filter, sort: "name" })).items.map((one) => one.title);

async function given(): Promise<Person> {
  const ada = await service().given.admin();
  await ada.call("types.addField", { type: "deal", key: "reference", label: "Reference", field_type: "text" });
  const references = { Flow: "REF-1", Kiln: "ref-1", Tank: "Ref-2", Vane: LONG };
  const items = Object.entries(references).map(([name, reference]) => ({ values: { name, reference } }));
  await ada.call("records.batch", { type: "deal", items });
  return ada;
}

test("texts are equal regardless of case, at any length, and all others are unequal", async () => {
  const ada = await given();
  assert.deepEqual(await titlesOf(ada, "reference:ref-1"), ["Flow", "Kiln"]);
  assert.deepEqual(await titlesOf(ada, "reference:REF-1"), ["Flow", "Kiln"]);
  assert.deepEqual(await titlesOf(ada, "reference:REF-2,rEf-1"), ["Flow", "Kiln", "Tank"]);
  assert.deepEqual(await titlesOf(ada, "reference!=Ref-1"), ["Tank", "Vane"]);
  assert.deepEqual(await titlesOf(ada, `reference:"${LONG.toLowerCase()}"`), ["Vane"]);
});

test("a field that was retired while its record changed has its values again when it is restored", async () => {
  const ada = await given();
  const field = { type: "deal", field: "reference" };
  await ada.call("types.updateField", { ...field, retired: true });
  const [flow] = (await ada.call("records.list", { type: "deal", filter: "name:flow" })).items;
  await ada.call("records.update", { id: flow?.id ?? "", values: { amount: 5 } });
  await ada.call("types.updateField", { ...field, retired: false });
  assert.deepEqual(await titlesOf(ada, "reference:ref-1"), ["Flow", "Kiln"]);
});
