import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { sharedService, type Person } from "../../../../test/service.ts";
import { watchStatements } from "../../../../test/filter/statements.ts";

const service = sharedService();

const create = async (person: Person, values: Record<string, string>) =>
  (await person.call("records.create", { type: "contact", values })).record.id;
const search = async (person: Person, query: string) =>
  (await person.call("records.search", { query, limit: 10 })).items.map((one) => one.title);

/** The statements that look for words among records while `work` runs. */
async function looks(t: TestContext, work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  watchStatements(t, ({ text }) => {
    if (text.includes("similarity(")) texts.push(text);
  });
  await work();
  t.mock.restoreAll();
  return texts;
}

test("in a small company a search reads the records once, whatever words are found together", async (t) => {
  const ada = await service().given.admin();
  for (const name of ["Jonas Krüger", "Mara Harrow", "Penrose Marine", "50% off_season"]) await create(ada, { name });
  const asked: [query: string, names: string[]][] = [
    ["harrow", ["Mara Harrow"]],
    ["krueger jonas", ["Jonas Krüger"]],
    ["harrow unheard penrose", ["Mara Harrow", "Penrose Marine"]],
    ["Jonas Kruger", ["Jonas Krüger"]],
    ["Mara Harow", ["Mara Harrow"]],
    ["ma harrow", ["Mara Harrow"]],
    ["50% off_", ["50% off_season"]],
  ];
  for (const [query, names] of asked) {
    const texts = await looks(t, async () => assert.deepEqual((await search(ada, query)).sort(), names, query));
    assert.equal(texts.length, 1, `${query}: ${texts.length} statements`);
  }
});

test("a company with more records than a search looks at finds the same, and so does one that sees only some types", async () => {
  const [few, many] = [await service().given.admin(), await service().given.admin("Many")];
  const names = ["Jürgen Krüger", "Mara Harrow", "Mara Harrow Marine", "Penrose 021 16 99 88"];
  for (const person of [few, many]) for (const name of names) await create(person, { name });
  const others = Array.from({ length: 250 }, (_, n) => ({ type: "contact", values: { name: `Xenon ${n}` } }));
  for (let from = 0; from < others.length; from += 50)
    await Promise.all(others.slice(from, from + 50).map((one) => many.call("records.create", one)));
  const queries = [
    "mara",
    "harrow mara",
    "krueger",
    "jurgen kruger",
    "Mara Harow",
    "krüger harrow",
    "+353 (0)21 16 99 88",
    "contacts krüger",
    "pe",
    "zzzzzz",
  ];
  for (const query of queries) {
    assert.deepEqual(await search(few, query), await search(many, query), query);
    const typed = { query, limit: 10, types: ["organization"] };
    assert.deepEqual((await few.call("records.search", typed)).items, [], query);
  }
});
