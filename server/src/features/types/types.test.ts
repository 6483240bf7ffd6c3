import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService, type Person } from "../../../test/service.ts";
import { asSystem } from "../../platform/as-system.ts";
import { settle } from "./operations.ts";

const service = sharedService();

const typeOf = async (person: Person, key: string) => {
  const { items } = await person.call("types.list", { types: [key] });
  assert.ok(items[0]);
  return items[0];
};
const ownKeys = async (person: Person, key: string) =>
  (await typeOf(person, key)).fields
    .filter((field) => !field.is_read_only && !["name", "owner"].includes(field.key))
    .map((field) => field.key);
const create = async (person: Person, type: string, values: Record<string, unknown>) =>
  (await person.call("records.create", { type, values })).record;

test("a field goes to the place it is given, and the others close up", async () => {
  const ada = await service().given.admin();
  const [first, second, third, ...rest] = await ownKeys(ada, "contact");
  await ada.call("types.updateField", { type: "contact", field: third ?? "", position: 0 });
  assert.deepEqual(await ownKeys(ada, "contact"), [third, first, second, ...rest]);
  await ada.call("types.addField", { type: "contact", key: "nickname", label: "Nickname", field_type: "text" });
  await ada.call("types.updateField", { type: "contact", field: third ?? "", position: 999 });
  assert.deepEqual(await ownKeys(ada, "contact"), [first, second, ...rest, "nickname", third]);
  await ada.call("types.update", { type: "task", position: 0 });
  assert.equal((await ada.call("types.list", {})).items[0]?.key, "task");
});

test("a dry run counts what goes out of use, outside the trash, and changes nothing", async () => {
  const ada = await service().given.admin();
  const before = await ada.call("types.list", {});
  const options = [
    { key: "website", label: "Web site" },
    { key: "event", label: "Event", retired: true },
    { key: "ads", label: "Ads", retired: true },
  ];
  for (const source of ["website", "event", "event", "ads"]) await create(ada, "contact", { name: source, source });
  const { id } = await create(ada, "contact", { name: "In the trash", source: "ads" });
  await ada.call("records.delete", { id });
  const dry = await ada.call("types.updateField", { type: "contact", field: "source", options, dry_run: true });
  assert.equal(dry.records_affected, 3);
  const retiring = await ada.call("types.updateField", { type: "contact", field: "source", retired: true, dry_run: true });
  assert.equal(retiring.records_affected, 4);
  const whole = await ada.call("types.update", { type: "contact", retired: true, dry_run: true });
  assert.equal(whole.records_affected, 4);
  assert.deepEqual(await ada.call("types.list", {}), before);

  const real = await ada.call("types.updateField", { type: "contact", field: "source", options });
  assert.equal(real.records_affected, 3);
  const again = await ada.call("types.updateField", { type: "contact", field: "source", options, dry_run: true });
  assert.equal(again.records_affected, 0, "what was retired before is not counted again");
});

test("options that a change leaves out stay as they are, after those that it names", async () => {
  const ada = await service().given.admin();
  const optionsOf = ({ fields }: { fields: { key: string; options: { key: string; label: string; retired?: boolean }[] | null }[] }) =>
    fields.find((field) => field.key === "source")?.options ?? [];
  const before = optionsOf((await ada.call("types.list", {})).items.find(({ key }) => key === "contact") ?? { fields: [] });
  const given = [
    { key: "fair", label: "Trade fair" },
    { key: "website", label: "Web site" },
  ];
  const { type, records_affected } = await ada.call("types.updateField", { type: "contact", field: "source", options: given });
  assert.equal(records_affected, 0);
  const rest = before.filter(({ key }) => key !== "website");
  assert.deepEqual(
    optionsOf(type).map(({ key, label, retired }) => ({ key, label, retired: retired ?? false })),
    [...given, ...rest].map(({ key, label }) => ({ key, label, retired: false })),
  );
});

test("relations and options of several are counted too, a record once", async () => {
  const ada = await service().given.admin();
  const options = [
    { key: "red", label: "Red" },
    { key: "blue", label: "Blue" },
  ];
  await ada.call("types.addField", { type: "deal", key: "tags", label: "Tags", field_type: "multi_select", options });
  const one = await create(ada, "contact", { name: "One" });
  const two = await create(ada, "contact", { name: "Two" });
  await create(ada, "deal", { name: "Both", tags: ["red", "blue"], contacts: [one.id, two.id] });
  await create(ada, "deal", { name: "Neither" });
  const { id } = await create(ada, "deal", { name: "In the trash", contacts: [one.id] });
  await ada.call("records.delete", { id });
  const withdrawn = await ada.call("types.updateField", {
    type: "deal",
    field: "tags",
    options: [{ key: "blue", label: "Blue", retired: true }],
    dry_run: true,
  });
  assert.equal(withdrawn.records_affected, 1);
  const retired = await ada.call("types.updateField", { type: "deal", field: "contacts", retired: true, dry_run: true });
  assert.equal(retired.records_affected, 1);
});

test("a field that becomes required says how many records have no value, and leaves them alone", async () => {
  const ada = await service().given.admin();
  const { id } = await create(ada, "contact", { name: "Blank" });
  await create(ada, "contact", { name: "Not blank", city: "Lund" });
  const { records_without: without } = await ada.call("types.updateField", { type: "contact", field: "city", is_required: true });
  assert.equal(without, 1);
  await ada.call("records.update", { id, values: { job_title: "Buyer" } });
  await assert.rejects(create(ada, "contact", { name: "New" }), { code: "invalid_input" });
});

test("other fields become a type's stage, amount and date, and back again, without a value lost", async () => {
  const ada = await service().given.admin();
  const options = [
    { key: "early", label: "Early", state: "open" as const, probability: 20 },
    { key: "late", label: "Late", state: "won" as const, probability: 100 },
  ];
  await ada.call("types.addField", { type: "deal", key: "phase", label: "Phase", field_type: "stage", options });
  await ada.call("types.addField", { type: "deal", key: "fee", label: "Fee", field_type: "money" });
  await ada.call("types.addField", { type: "deal", key: "signed", label: "Signed", field_type: "datetime" });
  const values = {
    name: "Flow",
    stage: "proposal",
    amount: "1200.5",
    close_date: "2026-11-20",
    phase: "late",
    fee: "0.125",
    signed: "2026-11-19T23:30:00.250Z",
  };
  const { id } = await create(ada, "deal", values);
  await create(ada, "deal", { name: "Bare" });
  await create(ada, "deal", { name: "Half", stage: "won", fee: "7" });
  const all = async () => (await ada.call("records.list", { type: "deal", limit: 100, sort: "name" })).items.map((item) => item.values);
  const before = await all();

  const roles = { stage_field: "phase", amount_field: "fee", date_field: "signed" };
  const dry = await ada.call("types.update", { type: "deal", ...roles, dry_run: true });
  assert.deepEqual([dry.records_affected, dry.stage_field], [2, "stage"]);
  const changed = await ada.call("types.update", { type: "deal", ...roles });
  assert.deepEqual([changed.stage_field, changed.amount_field, changed.date_field], ["phase", "fee", "signed"]);
  assert.deepEqual(await all(), before);
  const found = await ada.call("records.list", { type: "deal", filter: "phase:late fee<1 amount>1000 close_date:2026-11-20", limit: 10 });
  assert.deepEqual(
    found.items.map((item) => item.id),
    [id],
  );
  const [row] = await service().database.query("select stage, amount::text, data from records where title = 'Flow' and stage = 'late'");
  assert.deepEqual(row, { stage: "late", amount: "0.125", data: { stage: "proposal", amount: "1200.5", close_date: "2026-11-20" } });

  await ada.call("types.update", { type: "deal", stage_field: null, amount_field: "amount", date_field: null });
  // Without a stage there are no times of stages. They are kept, and shown again with it.
  assert.deepEqual(
    await all(),
    before.map(({ stage_entered_at: _entered, won_at: _won, ...others }) => others),
  );
  await ada.call("types.update", { type: "deal", stage_field: "stage", date_field: "close_date" });
  assert.deepEqual(await all(), before);
});

test("the first stages of a type become its stage, and later ones do not replace them", async () => {
  const ada = await service().given.admin();
  await ada.call("types.create", { key: "project", label: "Project", label_plural: "Projects" });
  const options = [{ key: "doing", label: "Doing", state: "open", probability: 50 }] as const;
  const add = (key: string) => ada.call("types.addField", { type: "project", key, label: key, field_type: "stage", options: [...options] });
  assert.equal((await add("phase")).stage_field, "phase");
  assert.equal((await add("mood")).stage_field, "phase");
});

test("what a call saved to the old place while the type changed is put right", async () => {
  const ada = await service().given.admin();
  await ada.call("types.create", { key: "visit", label: "Visit", label_plural: "Visits" });
  await ada.call("types.addField", { type: "visit", key: "cost", label: "Cost", field_type: "money" });
  const { id } = await create(ada, "visit", { name: "Late to the party", cost: "5" });
  await ada.call("types.update", { type: "visit", amount_field: "cost" });
  await service().database.query(`update records set amount = null, data = '{"cost": "9"}' where title = 'Late to the party'`);
  const [type] = await service().database.query("select id, company_id from record_types where key = 'visit'");
  const move = { column: "amount" as const, from: null, to: { key: "cost", kind: "money" as const } };
  await asSystem(service().app.execute, String(type?.["company_id"]))(settle, { type: String(type?.["id"]), moves: [move] });
  assert.equal((await ada.call("records.get", { id })).values["cost"], "9");
  const total = await ada.call("records.aggregate", { type: "visit", measures: [{ measure: "sum", field: "cost" }] });
  assert.equal(String(Object.values(total.groups[0]?.values ?? {})[0]), "9");
});

test("a move that a later change took back is not made again", async () => {
  const ada = await service().given.admin();
  await ada.call("types.create", { key: "trip", label: "Trip", label_plural: "Trips" });
  for (const key of ["cost", "fee"]) await ada.call("types.addField", { type: "trip", key, label: key, field_type: "money" });
  await ada.call("types.update", { type: "trip", amount_field: "cost" });
  await create(ada, "trip", { name: "Fee only", fee: "5" });
  await create(ada, "trip", { name: "Both", cost: "3", fee: "7" });
  for (const field of ["fee", null, "cost"]) await ada.call("types.update", { type: "trip", amount_field: field });

  const rows = () =>
    service().database.query("select title, amount::text, data from records where title in ('Fee only', 'Both') order by title");
  const before = await rows();
  const [type] = await service().database.query("select id, company_id from record_types where key = 'trip'");
  const [cost, fee] = [
    { key: "cost", kind: "money" as const },
    { key: "fee", kind: "money" as const },
  ];
  const column = "amount" as const;
  for (const move of [
    { column, from: cost, to: fee },
    { column, from: fee, to: null },
  ]) {
    await asSystem(service().app.execute, String(type?.["company_id"]))(settle, { type: String(type?.["id"]), moves: [move] });
    assert.deepEqual(await rows(), before);
  }
});

test("a role wants a field of its kind, and a field with a role cannot be retired", async () => {
  const ada = await service().given.admin();
  await assert.rejects(ada.call("types.update", { type: "deal", stage_field: "amount" }), { code: "invalid_input" });
  await assert.rejects(ada.call("types.update", { type: "deal", amount_field: "nothing" }), { code: "invalid_input" });
  await assert.rejects(ada.call("types.updateField", { type: "deal", field: "stage", retired: true }), { code: "field_in_use" });
  await ada.call("types.update", { type: "deal", stage_field: null });
  await ada.call("types.updateField", { type: "deal", field: "stage", retired: true });
});

test("a retired type takes its records and relations out of sight, and brings them back", async () => {
  const ada = await service().given.admin();
  const organization = await create(ada, "organization", { name: "Zwolle Instruments" });
  const { id } = await create(ada, "contact", { name: "Anneke", organization: organization.id });
  await ada.call("types.update", { type: "organization", retired: true });

  const contact = await ada.call("records.get", { id });
  assert.ok(!("organization" in contact.values));
  await ada.call("records.update", { id, values: { city: "Utrecht" } });
  await assert.rejects(ada.call("records.list", { type: "organization", limit: 10 }), { code: "unknown_type" });
  await assert.rejects(ada.call("records.get", { id: organization.id }), { code: "not_found" });
  assert.deepEqual((await ada.call("records.search", { query: "Zwolle Instruments" })).items, []);
  const { types } = await ada.call("types.listRetired", {});
  assert.deepEqual(
    types.map((type) => type.key),
    ["organization"],
  );
  await assert.rejects(ada.call("types.create", { key: "organization", label: "O", label_plural: "Os" }), { code: "type_retired" });
  await assert.rejects(ada.call("types.update", { type: "organization", label: "Renamed" }), { code: "not_found" });

  const back = await ada.call("types.update", { type: "organization", retired: false });
  assert.equal(back.records_affected, 1);
  const again = await ada.call("records.get", { id });
  assert.equal((again.values["organization"] as { title: string } | undefined)?.title, "Zwolle Instruments");
  assert.deepEqual((await ada.call("types.listRetired", {})).types, []);
});

test("a company keeps at least one type", async () => {
  const ada = await service().given.admin();
  const { items } = await ada.call("types.list", {});
  for (const { key } of items.slice(1)) await ada.call("types.update", { type: key, retired: true });
  await assert.rejects(ada.call("types.update", { type: items[0]?.key ?? "", retired: true }), { code: "last_type" });
});

test("a retired field is listed and comes back with its values, unless another has its name by then", async () => {
  const ada = await service().given.admin();
  const { id } = await create(ada, "task", { name: "Call" });
  const relation = { type: "task", key: "helper", label: "Helper", field_type: "relation" as const, related_type: "contact" };
  await ada.call("types.addField", { ...relation, inverse_key: "helps_with", inverse_label: "Helps with" });
  const helper = await create(ada, "contact", { name: "Noor" });
  await ada.call("records.update", { id, values: { helper: helper.id } });
  await ada.call("types.updateField", { type: "task", field: "helper", retired: true });
  const { fields } = await ada.call("types.listRetired", {});
  assert.deepEqual(
    fields.map(({ type, key, field_type: kind }) => [type, key, kind]),
    [["task", "helper", "relation"]],
  );
  await ada.call("types.addField", { type: "contact", key: "helps_with", label: "Helps with", field_type: "text" });
  await assert.rejects(ada.call("types.updateField", { type: "task", field: "helper", retired: false }), { code: "field_exists" });
  await ada.call("types.updateField", { type: "contact", field: "helps_with", retired: true });
  await ada.call("types.updateField", { type: "task", field: "helper", retired: false, inverse_label: "Assists" });
  assert.equal(((await ada.call("records.get", { id })).values["helper"] as { title: string }).title, "Noor");
  const inverse = (await typeOf(ada, "contact")).fields.find((field) => field.key === "helps_with");
  assert.deepEqual([inverse?.label, inverse?.is_read_only], ["Assists", true]);
});

test("a type cannot have a reserved word as its key", async () => {
  const ada = await service().given.admin();
  await assert.rejects(ada.call("types.create", { key: "import", label: "Import", label_plural: "Imports" }), { code: "invalid_input" });
});

test("the log says what was changed about a type and a field", async () => {
  const ada = await service().given.admin();
  await ada.call("types.update", { type: "deal", label: "Opportunity", icon: "target" });
  await ada.call("types.updateField", { type: "deal", field: "next_step", label: "To do", is_required: true });
  const { items } = await ada.call("events.list", { limit: 2 });
  assert.deepEqual(
    items.map((event) => event.changes),
    [
      { label: ["Next step", "To do"], is_required: [false, true] },
      { label: ["Deal", "Opportunity"], icon: ["coins", "target"] },
    ],
  );
});

test("types.saveField adds options after those there are, and open stages before won and lost", async () => {
  const ada = await service().given.admin();
  const labels = async (field: string) =>
    (await typeOf(ada, "deal")).fields.find(({ key }) => key === field)?.options?.map(({ label }) => label);
  const options = [
    { key: "on_hold", label: "On hold", state: "open" as const },
    { key: "expired", label: "Expired", state: "lost" as const },
    { key: "proposal", label: "Offer", state: "open" as const, probability: 50 },
  ];
  await ada.call("types.saveField", { type: "deal", key: "stage", options });
  assert.deepEqual(await labels("stage"), ["Qualified", "Discovery", "Offer", "Negotiation", "On hold", "Won", "Lost", "Expired"]);
  await ada.call("types.saveField", { type: "deal", key: "lost_reason", options: [{ key: "merger", label: "Merger" }] });
  assert.equal((await labels("lost_reason"))?.at(-1), "Merger");
  const { field } = await ada.call("types.saveField", { type: "deal", key: "term", label: "Term", field_type: "text" });
  assert.equal(field.key, "term");
  await assert.rejects(ada.call("types.saveField", { type: "deal", key: "terms", options }), /"field_type" is missing/);
  await assert.rejects(ada.call("types.saveField", { type: "deal", key: "term", options }), /has no options/);
});

test("an option needs no key: it is made from the label, of a number too, and a known label is the option that has it", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  const rest = (method: string, path: string, body: object) => service().rest(key, method, `/types/deal/fields${path}`, body);
  const options = [{ label: "12" }, { label: "24 months" }, { label: "→" }, { key: "open", label: "Open end" }];
  const made = await rest("POST", "", { key: "term", label: "Term", field_type: "select", options });
  assert.equal(made.status, 201, await made.clone().text());
  const shown = async () =>
    (await typeOf(ada, "deal")).fields.find((field) => field.key === "term")?.options?.map((option) => [option.key, option.label]);
  const first = [
    ["n12", "12"],
    ["n24_months", "24 months"],
    ["option", "→"],
    ["open", "Open end"],
  ];
  assert.deepEqual(await shown(), first);
  const changed = await rest("PATCH", "/term", { options: [{ label: "36" }, { label: "open END" }] });
  assert.equal(changed.status, 200, await changed.clone().text());
  assert.deepEqual(await shown(), [["n36", "36"], ["open", "open END"], ...first.slice(0, 3)]);
  await ada.call("types.saveField", { type: "deal", key: "term", options: [{ label: "48" }] });
  assert.deepEqual((await shown())?.at(-1), ["n48", "48"]);
  const { record } = await ada.call("records.create", { type: "deal", values: { name: "Long", term: "12" } });
  assert.equal(record.values["term"], "n12");
  assert.equal((await ada.call("records.list", { type: "deal", filter: "term:12" })).items.length, 1);
});
