import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService, type Person } from "../../../../test/service.ts";

const service = sharedService();

const create = async (person: Person, type: string, values: Record<string, unknown>) =>
  (await person.call("records.create", { type, values })).record;
const titles = (records: { title: string }[] | undefined) => records?.map((one) => one.title).sort();

async function given() {
  const ada = await service().given.admin();
  const organization = await create(ada, "organization", { name: "Aldermoor Water", city: "Bremen" });
  const contact = await create(ada, "contact", { name: "Ines Vos", organization: organization.id });
  const deals = [];
  for (const name of ["Flow metering", "Pumps"])
    deals.push(await create(ada, "deal", { name, organization: organization.id, contacts: [contact.id] }));
  return { ada, organization, contact, deals };
}

test("records.list brings the related records of a page along, each once and whole", async () => {
  const { ada, organization, contact } = await given();
  const { items, included } = await ada.call("records.list", { type: "deal", include: ["organization", "Contacts"], fields: ["name"] });
  assert.equal(items.length, 2);
  assert.deepEqual(titles(included), ["Aldermoor Water", "Ines Vos"]);
  for (const one of [organization, contact])
    assert.deepEqual(
      included?.find(({ id }) => id === one.id),
      await ada.call("records.get", { id: one.id }),
    );
});

test("records.get follows a relation from its other end, and over REST include is a list with commas", async () => {
  const { ada, organization } = await given();
  const { included } = await ada.call("records.get", { id: organization.id, include: ["contacts", "deals"] });
  assert.deepEqual(titles(included), ["Flow metering", "Ines Vos", "Pumps"]);
  const { key } = await ada.key();
  const response = await service().rest(key, "GET", `/records/organization/${organization.id}?include=contacts,deals`);
  assert.equal(response.headers.get("etag"), `"${organization.version}"`);
  assert.deepEqual(titles(((await response.json()) as { included: { title: string }[] }).included), ["Flow metering", "Ines Vos", "Pumps"]);
});

test("without include nothing is included, and without related records the list is empty", async () => {
  const { ada, contact } = await given();
  assert.equal((await ada.call("records.get", { id: contact.id })).included, undefined);
  const alone = await create(ada, "contact", { name: "Alone" });
  assert.deepEqual((await ada.call("records.get", { id: alone.id, include: ["organization"] })).included, []);
});

test("records in the trash are not included", async () => {
  const { ada, organization, contact } = await given();
  await ada.call("records.delete", { id: organization.id });
  assert.deepEqual((await ada.call("records.get", { id: contact.id, include: ["organization"] })).included, []);
});

test("include refuses a name that is no field, and a field that is no relation", async () => {
  const { ada } = await given();
  await assert.rejects(ada.call("records.list", { type: "deal", include: ["organisation"] }), {
    code: "invalid_input",
    message: /no field "organisation"/,
  });
  await assert.rejects(ada.call("records.list", { type: "deal", include: ["organization", "amount"] }), {
    message: /amount is not a relation/,
  });
});

test("include refuses more than 500 records, and says what to do", async () => {
  const { ada, organization } = await given();
  const items = Array.from({ length: 501 }, (_, at) => ({ values: { name: `Person ${at}`, organization: organization.id } }));
  await ada.call("records.batch", { type: "contact", items });
  const response = await ada.post("records.get", { id: organization.id, include: ["contacts"] });
  const { errors } = (await response.json()) as { errors: { pointer: string; hint: string }[] };
  assert.deepEqual([response.status, errors[0]?.pointer], [422, "/include"]);
  assert.match(errors[0]?.hint ?? "", /list the related ones with a filter/);
});
