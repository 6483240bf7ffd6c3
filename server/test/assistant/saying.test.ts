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

test("list_changes tells what a person changed in some days, and which fields", async () => {
  const ada = await service().given.admin("Ada Lovelace");
  const max = await service().given.member(ada, "member", "Max Born");
  const { ask, tell } = await conversation(ada);
  const id = await make(max, "deal", { name: "Flow metering" });
  await max.call("records.update", { id, values: { amount: 500, stage: "won" } });
  await ada.call("records.update", { id, values: { next_step: "Call" } });
  const fieldsOf = async (input: object) =>
    (await ask("list_changes", input)).data.items.map((item: { fields: string[] }) => item.fields.join(" "));
  assert.deepEqual(await fieldsOf({ by: "Max Born" }), ["amount stage", ""]);
  assert.deepEqual(await fieldsOf({ by: "max" }), ["amount stage", ""]);
  assert.deepEqual(await fieldsOf({ by: max.email, since: "today" }), ["amount stage", ""]);
  assert.deepEqual(await fieldsOf({ by: max.userId, until: "yesterday" }), []);
  assert.deepEqual(await fieldsOf({ by: "everyone", since: "-1h" }), ["next_step", "amount stage", ""]);
  assert.deepEqual(await fieldsOf({}), ["next_step"]);
  const wrong = await tell("list_changes", { by: "Max Bohr" });
  assert.match(wrong.text, /nobody called.*Did you mean Max Born/);
  assert.match((await tell("list_changes", { since: "sometime" })).text, /not a day or a time.*2026-11-14/);
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

test("figures by a field of a related record, between two times, without blanks for a count and without useless zeros", async () => {
  const ada = await service().given.admin();
  const { ask, tell } = await conversation(ada);
  for (const [name, country] of [
    ["Elk", "PL"],
    ["Merle", "FR"],
  ] as const)
    await make(ada, "organization", { name, country });
  const stages = { Elk: "won", Merle: "qualified" };
  for (const organization of ["Elk", "Elk", "Merle"] as const)
    await make(ada, "deal", { name: "Flow metering", organization, amount: 64_100, stage: stages[organization] });
  const measure = async (input: object) => (await ask("aggregate_records", { type: "deal", ...input })).data.groups;
  const average = { measure: "average", field: "amount" };
  const byCountry = await measure({ group_by: "organization.country", measures: [{ measure: "count" }, average] });
  assert.deepEqual(
    byCountry.map((group: { label: string; values: unknown[] }) => [group.label, ...group.values]),
    [
      ["PL", 2, "64100"],
      ["FR", 1, "64100"],
    ],
  );
  const compared = await measure({ filter: "is:won", compare: "is:open", group_by: "organization.country" });
  assert.deepEqual(
    compared.map((group: { values: unknown[]; compared: unknown[] }) => [group.values[0], group.compared[0]]),
    [
      [2, 0],
      [0, 1],
    ],
  );
  const [days] = await measure({ measures: [{ measure: "average", field: "created_at..won_at" }] });
  assert.deepEqual(days.values, ["0"]);
  const [weighted] = await measure({ measures: [{ measure: "weighted" }], filter: "is:won" });
  assert.deepEqual(weighted.values, ["128200"]);
  assert.match((await tell("aggregate_records", { type: "deal", group_by: "organization.land" })).text, /no field .*land/);
  assert.match(
    (await tell("aggregate_records", { type: "deal", measures: [{ measure: "sum", field: "amount..won_at" }] })).text,
    /two times/,
  );
});

test("names work wherever ids do, except where something goes away, and all that is wrong is said at once", async () => {
  const ada = await service().given.admin();
  const { ask, tell } = await conversation(ada);
  const olga = await make(ada, "contact", { name: "Olga Krüger", email: "olga@harrow.example" });
  const linked = await make(ada, "contact", { name: "Pavel Sharma" });
  await make(ada, "contact", { name: "Pavel Sharma" });
  const deal = await make(ada, "deal", { name: "Flow metering", contacts: [linked] });
  assert.equal((await ask("fetch", { id: "olga@harrow.example" })).data.title, "Olga Krüger");
  assert.equal((await ask("fetch", { id: "Flow metering" })).data.id, deal);

  const wrong = await tell("restore_records", { ids: ["Olga Krueger", "Pavel Sharma"] });
  assert.match(wrong.text, /There is no record .*Olga Krueger[^]*There is no record .*Pavel Sharma/);
  const several = await tell("fetch", { id: "Pavel Sharma" });
  assert.match(several.text, /2 records are called .*Pavel Sharma/);
  await ask("delete_records", { ids: [olga] });
  assert.deepEqual(
    (await ask("restore_records", { ids: ["Olga Krüger"] })).data.restored.map((one: { title: string }) => one.title),
    ["Olga Krüger"],
  );

  const link = { type: "deal", record: "Flow metering", field: "contacts" };
  const both = await tell("link_records", { ...link, add: ["Nobody Such"], remove: ["Olga Krüger"] });
  assert.match(both.text, /Nobody Such[^]*Olga Krüger.*is not linked here/);
  const { data: without } = await ask("link_records", { ...link, add: ["Olga Krüger"], remove: ["Pavel Sharma"] });
  assert.deepEqual(
    without.record.values.contacts.map((one: { title: string }) => one.title),
    ["Olga Krüger"],
  );
});

const CHARACTERS_PER_TOKEN = 4;

test("answers are short: a list of fifty, the types of a company, and a new field", async (t) => {
  const ada = await service().given.admin();
  const { ask } = await conversation(ada);
  await make(ada, "organization", { name: "Harrow Marine" });
  const items = Array.from({ length: 50 }, (_, at) => ({
    values: {
      name: `Flow metering, site ${at}`,
      organization: "Harrow Marine",
      amount: 12_500 + at,
      stage: "proposal",
      close_date: "2026-12-01",
    },
  }));
  await ada.call("records.batch", { type: "deal", items });
  const tokens = (text: string) => Math.ceil(text.length / CHARACTERS_PER_TOKEN);
  const list = await ask("query_records", {
    type: "deal",
    fields: ["organization", "stage", "amount", "owner"],
    sort: "-amount",
    limit: 50,
  });
  t.diagnostic(`50 deals: ${tokens(list.text)} tokens`);
  assert.ok(tokens(list.text) <= 3_200, `50 deals: ${tokens(list.text)} tokens`);
  assert.deepEqual(list.data.records[0].values, { organization: "Harrow Marine", stage: "proposal", amount: "12549", owner: "Ada Admin" });
  const few = await ask("query_records", { type: "deal", fields: ["organization"], limit: 1 });
  assert.equal(few.data.records[0].values.organization.title, "Harrow Marine");
  const types = await ask("describe_types");
  t.diagnostic(`describe_types: ${tokens(types.text)} tokens`);
  assert.ok(tokens(types.text) <= 2_500, `describe_types: ${tokens(types.text)} tokens`);
  const { data: added } = await ask("add_field", { type: "contact", key: "language", label: "Language", field_type: "text" });
  assert.deepEqual([Object.keys(added), added.field.key], [["operation_id", "field"], "language"]);
});
