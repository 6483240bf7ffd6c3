import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService, type Person } from "../service.ts";
import { converse } from "./assistant.ts";

const service = sharedService();
const make = async (ada: Person, type: string, values: Record<string, unknown>) =>
  (await ada.call("records.create", { type, values })).record.id;
const conversation = async (ada: Person) => converse(service(), (await ada.key()).key);

test("a note by itself is noted, and a new record says whose it is and what it is related to", async () => {
  const ada = await service().given.admin();
  const { ask } = await conversation(ada);
  await make(ada, "organization", { name: "Harrow Marine" });
  await make(ada, "contact", { name: "Olga Krüger" });
  const values = { name: "Flow metering", organization: "Harrow Marine", contacts: ["Olga Krüger"] };
  const { data: created } = await ask("save_records", { type: "deal", records: [{ values }] });
  const [result] = created.results;
  assert.equal(result.status, "created");
  assert.deepEqual(
    [result.values.owner.name, result.values.organization.title, result.values.contacts.map((one: { title: string }) => one.title)],
    ["Ada Admin", "Harrow Marine", ["Olga Krüger"]],
  );
  const { data: noted } = await ask("save_records", { type: "deal", records: [{ record: "Flow metering", note: "Called." }] });
  assert.deepEqual([noted.results[0].status, typeof noted.operation_id], ["noted", "string"]);
  const { data: same } = await ask("save_records", {
    type: "deal",
    records: [{ record: "Flow metering", values: { name: "Flow metering" } }],
  });
  assert.deepEqual([same.results[0].status, same.operation_id], ["unchanged", null]);
});

test("search drops words that match nothing, understands what belongs together, and knows phones in any spelling", async () => {
  const ada = await service().given.admin();
  const { ask } = await conversation(ada);
  const harrow = await make(ada, "organization", { name: "Harrow Marine" });
  const penrose = await make(ada, "organization", { name: "Penrose" });
  await make(ada, "organization", { name: "Fernley" });
  await make(ada, "contact", { name: "Olga Krüger", organization: harrow, phone: "+353 21 1666738" });
  await make(ada, "contact", { name: "Jan Krüger" });
  await make(ada, "deal", { name: "Fernley, second line" });
  await make(ada, "deal", { name: "Cold room", organization: penrose });
  const found = async (query: string) => (await ask("search", { query })).data;
  const first = async (query: string) => (await found(query)).results[0]?.title;
  assert.equal(await first("the Fernley deal"), "Fernley, second line");
  assert.equal(await first("deals with Penrose"), "Cold room");
  assert.deepEqual(
    new Set((await found("Frau Krüger Harrow Marine")).results.slice(0, 2).map((one: { title: string }) => one.title)),
    new Set(["Olga Krüger", "Harrow Marine"]),
  );
  for (const phone of ["+353 21 1666738", "0035321-1666738", "021 1666738", "+353 (0)21 166 67 38", "1666738"])
    assert.equal(await first(phone), "Olga Krüger", phone);
  const krueger = await found("krueger");
  assert.deepEqual([krueger.total, krueger.results.length], [2, 2]);
  assert.deepEqual([krueger.results[0].type, typeof krueger.results[0].url], ["contact", "string"]);
  assert.equal((await found("Olga")).results[0].detail, "+353211666738");
  assert.deepEqual(await found("Zzyzx Qwfp"), { results: [], total: 0 });
});
