import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService, type Person } from "../../../test/service.ts";

const service = sharedService();
const contact = { name: "Rosa Lind", email: "rosa@lindwerk.example", organization: "Lindwerk" };
const deal = { name: "Pilot", organization: { name: "Lindwerk" }, contacts: [contact] };
const save = (person: Person, records: { values: object }[], more: object = {}) =>
  person.call("assistant.save", { type: "deal", records: records as { values: Record<string, unknown> }[], ...more });
const titles = async (person: Person, type: string) =>
  (await person.call("records.list", { type, sort: "name" })).items.map((one) => one.title);

test("a deal with a new organization and a new contact is one call, and one undo", async () => {
  const ada = await service().given.admin();
  const { also_created: created, operation_id } = await save(ada, [{ values: deal }]);
  assert.deepEqual(
    created?.map(({ type, title }) => [type, title]),
    [
      ["organization", "Lindwerk"],
      ["contact", "Rosa Lind"],
    ],
  );
  const [rosa] = (await ada.call("records.list", { type: "contact" })).items;
  assert.equal((rosa?.values["organization"] as { title: string } | undefined)?.title, "Lindwerk");

  await ada.call("records.undo", { id: operation_id ?? "" });
  for (const type of ["deal", "contact", "organization"]) assert.deepEqual(await titles(ada, type), []);
});

test("the same new record twice is created once, and a name that exists alone is that record", async () => {
  const ada = await service().given.admin();
  await ada.call("records.create", { type: "organization", values: { name: "Acme" } });
  const records = ["Acme", "Bolt", "Bolt"].map((name, at) => ({ values: { name: `Deal ${at}`, organization: { name } } }));
  const { also_created: created } = await save(ada, records);
  assert.deepEqual(
    created?.map((one) => one.title),
    ["Bolt"],
  );
  assert.deepEqual(await titles(ada, "organization"), ["Acme", "Bolt"]);
});

test("if anything is refused, nothing is created; a dry run creates nothing either", async () => {
  const ada = await service().given.admin();
  await ada.call("records.create", { type: "contact", values: { name: "Known", email: contact.email } });
  const known = save(ada, [{ values: deal }]);
  await assert.rejects(known, /has this email/);
  await assert.rejects(save(ada, [{ values: { name: "x", organization: { nam: "Lindwerk" } } }]), /have no field "nam"/);
  await assert.rejects(save(ada, [{ values: { name: "x", organization: { name: "New" } } }, { values: { name: "y", stage: "Proposed" } }]));
  await save(ada, [{ values: { name: "x", organization: { name: "New" } } }], { dry_run: true });
  assert.deepEqual([await titles(ada, "organization"), await titles(ada, "deal")], [[], []]);
});

test("new records are nested at most three deep, at most a hundred in a call", async () => {
  const ada = await service().given.admin();
  await ada.call("types.addField", {
    type: "organization",
    key: "parent",
    label: "Parent",
    field_type: "relation",
    related_type: "organization",
    inverse_key: "children",
    inverse_label: "Children",
  });
  const nested = (depth: number): object => ({ name: `Level ${depth}`, ...(depth > 1 ? { parent: nested(depth - 1) } : {}) });
  await save(ada, [{ values: { name: "Deep", organization: nested(3) } }]);
  await assert.rejects(save(ada, [{ values: { name: "Deeper", organization: nested(4) } }]), /3 deep/);
  const contacts = (many: number, from: number) => Array.from({ length: many }, (_, at) => ({ name: `Contact ${from + at}` }));
  const records = [0, 50, 100].map((from) => ({ values: { name: `Deal ${from}`, contacts: contacts(50, from) } }));
  await assert.rejects(save(ada, records), /At most 100 new related records/);
});
