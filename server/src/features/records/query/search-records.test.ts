import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService, type Person } from "../../../../test/service.ts";

const service = sharedService();
const found = async (person: Person, query: string) => (await person.call("assistant.search", { query })).results.map((one) => one.title);
const create = async (person: Person, name: string) =>
  (await person.call("records.create", { type: "contact", values: { name } })).record.id;

test("a name is found however its letters are typed, in search and in filters", async () => {
  const ada = await service().given.admin();
  for (const name of ["Jürgen Krüger", "Łukasz Żak", "Søren Åberg", "Zoë Faßbender", "Renée Müller", "Uwe Mueller"])
    await create(ada, name);
  const spelled: [query: string, name: string][] = [
    ["Krueger", "Jürgen Krüger"],
    ["juergen kruger", "Jürgen Krüger"],
    ["Lukasz Zak", "Łukasz Żak"],
    ["soeren aaberg", "Søren Åberg"],
    ["Soren Aberg", "Søren Åberg"],
    ["fassbender", "Zoë Faßbender"],
    ["renee", "Renée Müller"],
  ];
  for (const [query, name] of spelled) {
    assert.deepEqual(await found(ada, query), [name], query);
    const { items } = await ada.call("records.list", { type: "contact", filter: query });
    assert.deepEqual(
      items.map((one) => one.title),
      [name],
      query,
    );
  }
  assert.deepEqual((await found(ada, "Müller")).sort(), ["Renée Müller", "Uwe Mueller"]);
  const exact = await ada.call("records.list", { type: "contact", filter: "name~mueller" });
  assert.deepEqual(
    exact.items.map((one) => one.title),
    ["Uwe Mueller"],
    "a filter on one field goes by its own letters",
  );
});

test("search finds a record by its notes, after those that have the words themselves, and once", async () => {
  const ada = await service().given.admin();
  const [both, noted] = [await create(ada, "Pilot plant"), await create(ada, "Ann")];
  await ada.call("records.addNote", { id: both, text: "About the pilot plant" });
  await ada.call("records.addNote", { id: noted, text: "Opens a PILOT\nplant in Malmö, 100 % sure" });
  assert.deepEqual(await found(ada, "pilot plant"), ["Pilot plant", "Ann"]);
  assert.deepEqual(await found(ada, "malmo"), [], "long texts are found as they were written");
  assert.deepEqual(await found(ada, "Malmö 100 %"), ["Ann"]);
  assert.deepEqual(await found(ada, "100 _"), [], "a word is no pattern");
});

test("notes that were removed, of records in the trash, and of other companies are not found; those of a merged record are", async () => {
  const [ada, stranger] = [await service().given.admin(), await service().given.admin("Stranger")];
  const [ann, twin] = [await create(ada, "Ann"), await create(ada, "Ann Twin")];
  const note = await ada.call("records.addNote", { id: twin, text: "likes zeppelins" });
  assert.deepEqual([await found(ada, "zeppelins"), await found(stranger, "zeppelins")], [["Ann Twin"], []]);
  await ada.call("records.merge", { type: "contact", into: ann, from: [twin] });
  assert.deepEqual(await found(ada, "zeppelins"), ["Ann"]);
  await ada.call("records.delete", { type: "contact", id: ann });
  assert.deepEqual(await found(ada, "zeppelins"), []);
  await ada.call("records.restore", { type: "contact", id: ann });
  await ada.call("records.undo", { id: note.operation_id });
  assert.deepEqual(await found(ada, "zeppelins"), []);
});
