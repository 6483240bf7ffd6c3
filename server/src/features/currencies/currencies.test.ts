import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNeedsSession, assertRefused, eventsOf } from "../../../test/assertions.ts";
import { importFile } from "../../../test/import-file.ts";
import { sharedService, type Person } from "../../../test/service.ts";
import { until } from "../../../test/waiting.ts";

let worker: { stop(): Promise<void> } | undefined;
test.after(() => worker?.stop());
const service = sharedService();
test.beforeEach(async () => {
  worker ??= await service().app.startWorker();
});

const usd = (amount: string | number) => ({ amount, currency: "USD" });
const create = async (person: Person, name: string, amount: unknown) =>
  (await person.call("records.create", { type: "deal", values: { name, amount } })).record;
const amountOf = async (person: Person, id: string) => (await person.call("records.get", { id })).values["amount"];
const sumOf = async (person: Person) => {
  const { groups } = await person.call("records.aggregate", { type: "deal", measures: [{ measure: "sum", field: "amount" }] });
  return groups[0]?.values[0];
};

/** A company in EUR with a rate for dollars. */
async function given(rate = "0.9") {
  const ada = await service().given.admin();
  await ada.call("currencies.set", { currency: "usd", rate });
  return ada;
}

async function exported(person: Person): Promise<{ csv: string }> {
  const { id } = await person.call("exports.create", { type: "deal" });
  await until(async () => (await person.call("exports.get", { id })).state === "done", "the export is done");
  return { csv: (await person.call("exports.read", { id, position: 0 })).text };
}

test("an Admin enters, changes and removes rates, and the log says what they were", async () => {
  const ada = await given();
  const max = await service().given.member(ada);
  await ada.call("currencies.set", { currency: "USD", rate: "0.92" });
  await ada.call("currencies.set", { currency: "USD", rate: "0.920" });
  await ada.call("currencies.set", { currency: "JPY", rate: 0.0061 });
  const { currency, items } = await max.call("currencies.list", {});
  assert.deepEqual(
    [currency, items.map((one) => [one.currency, one.rate])],
    [
      "EUR",
      [
        ["JPY", "0.0061"],
        ["USD", "0.92"],
      ],
    ],
  );
  await ada.call("currencies.delete", { currency: "JPY" });
  await assert.rejects(ada.call("currencies.delete", { currency: "JPY" }), { code: "not_found" });

  const changes = (await eventsOf(ada, "rate.changed")).map((event) => event.changes?.["rate"]);
  assert.deepEqual(
    changes.map(String).toSorted((one, other) => one.localeCompare(other)),
    [",0.0061", ",0.9", "0.9,0.92"],
  );
  assert.deepEqual((await eventsOf(ada, "rate.removed"))[0]?.changes, { rate: ["0.0061", null] });
});

test("rates are for Admins, above zero, and never of the company's own currency", async () => {
  const ada = await given();
  const max = await service().given.member(ada);
  await assertRefused(max, "admin_only", [
    ["currencies.set", { currency: "USD", rate: "1" }],
    ["currencies.delete", { currency: "USD" }],
  ]);
  for (const rate of ["0", "-1", "0,92", "1e3", "", "1000000001", "0.00000000001"])
    await assertRefused(ada, "invalid_input", [["currencies.set", { currency: "USD", rate }]], "/rate");
  for (const currency of ["EUR", "DOLLAR", "XXX"])
    await assertRefused(ada, "invalid_input", [["currencies.set", { currency, rate: "1" }]], "/currency");
  await assertNeedsSession(ada, [["currencies.list", {}]]);
});

test("another company has rates of its own", async () => {
  const ada = await given();
  const eve = await service().given.admin();
  assert.deepEqual((await eve.call("currencies.list", {})).items, []);
  await assert.rejects(eve.call("currencies.delete", { currency: "USD" }), { code: "not_found" });
  await assertRefused(
    eve,
    "invalid_input",
    [["records.create", { type: "deal", values: { name: "A", amount: usd(1) } }]],
    "/values/amount",
  );
  assert.equal((await ada.call("currencies.list", {})).items.length, 1);
});

test("money keeps its currency, and is compared, sorted and summed in the company's", async () => {
  const ada = await given();
  const dollars = await create(ada, "Dollars", usd("1200.50"));
  assert.deepEqual(dollars.values["amount"], { amount: "1200.5", currency: "USD", converted: "1080.45" });
  assert.deepEqual(await amountOf(ada, dollars.id), { amount: "1200.5", currency: "USD", converted: "1080.45" });
  await create(ada, "Euros", { amount: 1100, currency: "eur" });
  await create(ada, "None", null);

  const names = async (filter: string, sort = "amount") =>
    (await ada.call("records.list", { type: "deal", filter, sort })).items.map((one) => one.title);
  assert.deepEqual(await names("amount>0"), ["Dollars", "Euros"]);
  assert.deepEqual(await names("amount>1090"), ["Euros"]);
  assert.deepEqual(await names("amount:1080.45"), ["Dollars"]);
  assert.deepEqual(await names("amount>0", "-amount"), ["Euros", "Dollars"]);
  assert.equal(await sumOf(ada), "2180.45");
});

test("money in a field of one's own keeps its currency too, also when the field becomes the type's amount, or is retired", async () => {
  const ada = await given();
  await ada.call("types.addField", { type: "deal", key: "cost", label: "Cost", field_type: "money" });
  const { record } = await ada.call("records.create", { type: "deal", values: { name: "A", cost: usd(10), amount: usd(20) } });
  const both = async () => {
    const { values } = await ada.call("records.get", { id: record.id, fields: ["cost", "amount"] });
    return [values["cost"], values["amount"]];
  };
  const before = [
    { amount: "10", currency: "USD", converted: "9" },
    { amount: "20", currency: "USD", converted: "18" },
  ];
  assert.deepEqual(await both(), before);
  await ada.call("types.update", { type: "deal", amount_field: "cost" });
  assert.deepEqual(await both(), before);
  assert.equal(await sumOf(ada), "18");
  await ada.call("types.updateField", { type: "deal", field: "amount", retired: true });
  await ada.call("records.update", { id: record.id, values: { name: "B" } });
  await ada.call("types.updateField", { type: "deal", field: "amount", retired: false });
  assert.deepEqual(await both(), before);
});

test("money without a rate, or in no currency, is refused with the remedy", async () => {
  const ada = await given();
  const refused = async (amount: unknown) => {
    const response = await ada.post("records.create", { type: "deal", values: { name: "A", amount } });
    const { errors } = (await response.json()) as { errors: { message: string; hint?: string }[] };
    return [response.status, errors[0]?.message, errors[0]?.hint];
  };
  assert.deepEqual(await refused({ amount: 1, currency: "GBP" }), [
    422,
    "There is no rate for GBP.",
    "Add a rate for GBP under Company → Currencies.",
  ]);
  assert.deepEqual(await refused({ amount: 1, currency: "dollars" }), [
    422,
    '"DOLLARS" is not a currency.',
    "Write its code, such as USD.",
  ]);
  assert.equal((await refused({ amount: "x", currency: "USD" }))[0], 422);
  assert.equal((await refused({ currency: "USD" }))[0], 422);
});

test("a changed rate converts every amount in that currency, without an event per record", async () => {
  const ada = await given();
  const eve = await given("0.5");
  const other = await create(eve, "Other", usd(100));
  const items = Array.from({ length: 1_100 }, (_, at) => ({ values: { name: `Deal ${at}`, amount: at % 2 ? usd(100) : 100 } }));
  await ada.call("records.batch", { type: "deal", items: items.slice(0, 550) });
  await ada.call("records.batch", { type: "deal", items: items.slice(550) });
  const one = await create(ada, "One", usd(3));
  assert.equal(await sumOf(ada), "104502.7");
  const before = await ada.call("records.get", { id: one.id });

  await ada.call("currencies.set", { currency: "USD", rate: "0.8" });
  await until(async () => (await eventsOf(ada, "rate.applied")).length > 0, "the rate is applied");
  assert.equal(await sumOf(ada), "99002.4");
  const [applied] = await eventsOf(ada, "rate.applied");
  assert.deepEqual(applied?.data, { ...Object(applied?.data), records: 551 });
  const after = await ada.call("records.get", { id: one.id });
  assert.deepEqual(after, { ...before, values: { ...before.values, amount: { amount: "3", currency: "USD", converted: "2.4" } } });
  assert.deepEqual(await eventsOf(ada, "record.updated"), []);
  assert.deepEqual(await amountOf(eve, other.id), { amount: "100", currency: "USD", converted: "50" });
});

test("a currency in use cannot be removed, in the trash neither", async () => {
  const ada = await given();
  const { id } = await create(ada, "A", usd(1));
  await ada.call("records.delete", { id });
  await assert.rejects(ada.call("currencies.delete", { currency: "USD" }), { code: "currency_in_use" });
  await ada.call("records.restore", { id });
  await ada.call("records.update", { id, values: { amount: 1 } });
  await ada.call("currencies.delete", { currency: "USD" });
  assert.equal(await amountOf(ada, id), "1");
});

test("timeline, change feed and undo show and restore what was given", async () => {
  const ada = await given();
  const { id } = await create(ada, "A", usd(100));
  const { operation_id: operation } = await ada.call("records.update", { id, values: { amount: 50 } });
  const { items } = await ada.call("records.timeline", { id });
  assert.deepEqual(items[0]?.changes?.["amount"], [{ amount: "100", currency: "USD" }, "50"]);
  const feed = await ada.call("records.changes", {});
  assert.deepEqual(feed.items.at(-1)?.changes?.["amount"], [{ amount: "100", currency: "USD", converted: "90" }, "50"]);
  await ada.call("records.undo", { id: operation });
  assert.deepEqual(await amountOf(ada, id), { amount: "100", currency: "USD", converted: "90" });
  // The same money again is no change.
  const before = await ada.call("records.get", { id });
  await ada.call("records.update", { id, values: { amount: before.values["amount"] } });
  assert.equal((await ada.call("records.get", { id })).version, before.version);
});

test("undo says that a rate is missing", async () => {
  const ada = await given();
  const { id } = await create(ada, "A", usd(100));
  const { operation_id: operation } = await ada.call("records.update", { id, values: { amount: 50 } });
  await ada.call("currencies.delete", { currency: "USD" });
  await assert.rejects(ada.call("records.undo", { id: operation }), { code: "cannot_undo", message: /There is no rate for USD/ });
});

test("undo restores money in a currency that has become the company's own as a plain amount", async () => {
  const ada = await given();
  const { id } = await create(ada, "A", usd(100));
  const { operation_id: operation } = await ada.call("records.update", { id, values: { amount: 50 } });
  await ada.call("currencies.delete", { currency: "USD" });
  await ada.call("companies.update", { currency: "USD", relabel_amounts: true });
  await ada.call("records.undo", { id: operation });
  assert.equal(await amountOf(ada, id), "100");
});

test("texts with a sign or a code are money in that currency, over REST, MCP and in filters", async () => {
  const ada = await given();
  const { key } = await ada.key();
  const response = await service().rest(key, "POST", "/records/deal", { values: { name: "A", amount: "$1,200.00" } });
  const { record } = (await response.json()) as { record: { id: string; values: Record<string, unknown> } };
  assert.deepEqual(record.values["amount"], { amount: "1200", currency: "USD", converted: "1080" });
  const call = { name: "save_records", arguments: { type: "deal", records: [{ values: { name: "B", amount: "20k USD" } }] } };
  const saved = await service().mcp(key, { jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
  assert.equal(saved.status, 200);
  assert.equal(await sumOf(ada), "19080");
});

test("an export writes money with its currency, and an import reads it back", async () => {
  const ada = await given();
  const { id } = await create(ada, "A", usd("1200.5"));
  const minus = await create(ada, "B", usd(-5));
  const { csv } = await exported(ada);
  assert.match(csv, /1200\.5 USD/);
  for (const one of [id, minus.id]) await ada.call("records.update", { id: one, values: { amount: 1 } });
  const back = await importFile(ada, "deal", csv, { mode: "upsert", match: "id" });
  assert.equal(back.failed, 0);
  assert.deepEqual(await amountOf(ada, id), { amount: "1200.5", currency: "USD", converted: "1080.45" });
  assert.deepEqual(await amountOf(ada, minus.id), { amount: "-5", currency: "USD", converted: "-4.5" });
});

test("weeks are grouped from the day that the company's weeks start on", async () => {
  const ada = await service().given.admin("Ada", { week_start: 7 });
  await ada.call("records.create", { type: "deal", values: { name: "Sunday", close_date: "2026-11-15" } });
  await ada.call("records.create", { type: "deal", values: { name: "Saturday", close_date: "2026-11-21" } });
  const { groups } = await ada.call("records.aggregate", { type: "deal", group_by: "close_date", interval: "week" });
  assert.deepEqual(
    groups.map(({ key, values }) => [key, values[0]]),
    [["2026-11-15", 2]],
  );
});

test("merging fills a blank amount with the other record's money, in its currency and to the last digit", async () => {
  const ada = await service().given.admin("Ada", { number_format: "1.234,5" });
  await ada.call("currencies.set", { currency: "USD", rate: "0.9" });
  const into = await create(ada, "Into", null);
  const from = await create(ada, "From", usd(1.234));
  await ada.call("records.merge", { type: "deal", into: into.id, from: [from.id] });
  assert.deepEqual(await amountOf(ada, into.id), { amount: "1.234", currency: "USD", converted: "1.1106" });
});

test("the company's own currency changes only when nothing silently becomes something else", async () => {
  const ada = await service().given.admin();
  await ada.call("companies.update", { currency: "CHF" });
  const { id } = await create(ada, "A", 100);
  await assert.rejects(ada.call("companies.update", { currency: "USD" }), { code: "amounts_exist", message: /amounts in CHF/ });
  await ada.call("currencies.set", { currency: "EUR", rate: "0.95" });
  await assert.rejects(ada.call("companies.update", { currency: "USD", relabel_amounts: true }), { code: "rates_exist" });
  await ada.call("currencies.delete", { currency: "EUR" });
  await ada.call("companies.update", { currency: "USD", relabel_amounts: true });
  assert.equal((await ada.call("types.list", {})).currency, "USD");
  assert.equal(await amountOf(ada, id), "100");
});
