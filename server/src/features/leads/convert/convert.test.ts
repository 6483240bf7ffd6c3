import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { sharedService, type Person } from "../../../../test/service.ts";
import { recordId } from "../../records/operations.ts";

const service = sharedService();

const HANNA = {
  name: "Hanna Keller",
  email: "hanna@larkfield.example",
  phone: "+49 40 5550188",
  company: "Larkfield Paper",
  source: "website",
};

async function newLead(ada: Person, values: Record<string, unknown> = HANNA) {
  return (await ada.call("records.create", { type: "lead", values, allow_duplicate: true })).record;
}
const create = async (ada: Person, type: string, values: Record<string, unknown>) =>
  (await ada.call("records.create", { type, values, allow_duplicate: true })).record;
const read = (ada: Person, type: string, id: string) => ada.call("records.get", { type, id });
const count = async (ada: Person, type: string) => (await ada.call("records.list", { type, limit: 100 })).items.length;

/** Everything that is stored about a record, but for its version and the time of its last change. */
async function bytesOf(id: string): Promise<string> {
  const uuid = "(select id from records where id = $1)";
  const [row] = await service().database.query(
    `select (to_jsonb(r) - 'version' - 'updated_at')::text as row,
       (select jsonb_agg(to_jsonb(l) order by l.field_id, l.to_id)::text from record_links l
         join records f on f.id = l.from_id and f.deleted_at is null where l.from_id = ${uuid} or l.to_id = ${uuid}) as links,
       (select jsonb_agg(to_jsonb(i) order by i.kind, i.value)::text from record_identifiers i where i.record_id = ${uuid}) as identifiers
     from records r where r.id = $1`,
    [uuidOf(id)],
  );
  return JSON.stringify(row);
}

/** They line up, and a company has only so many slow calls: whoever is refused comes again. */
async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if ((error as { status?: number }).status !== 429) throw error;
      await setTimeout(200);
    }
  }
}

const uuidOf = (shown: string) => recordId.decode(shown);

test("converting 20 times at once makes one contact, one organization and one deal", async () => {
  const ada = await service().given.admin();
  const lead = await newLead(ada);
  const answers = await Promise.all(Array.from({ length: 20 }, () => patiently(() => ada.call("leads.convert", { id: lead.id }))));
  assert.equal(answers.filter((one) => !one.is_repeated).length, 1);
  assert.equal(
    new Set(answers.map((one) => JSON.stringify([one.contact?.id, one.organization?.id, one.deal?.id, one.operation_id]))).size,
    1,
  );
  for (const type of ["contact", "organization", "deal"]) assert.equal(await count(ada, type), 1, type);
  const [first] = answers;
  assert.ok(first?.contact && first.organization && first.deal);
  const contact = await read(ada, "contact", first.contact.id);
  assert.deepEqual(contact.values["email"], ["hanna@larkfield.example"]);
  assert.deepEqual(contact.values["phone"], ["+49405550188"]);
  assert.equal(contact.values["source"], "website");
  assert.equal((contact.values["organization"] as { id: string }).id, first.organization.id);
  const organization = await read(ada, "organization", first.organization.id);
  assert.deepEqual([organization.title, organization.values["website"]], ["Larkfield Paper", "https://larkfield.example"]);
  const deal = await read(ada, "deal", first.deal.id);
  assert.deepEqual([deal.title, deal.values["stage"]], ["Larkfield Paper", "qualified"]);
  const after = await read(ada, "lead", lead.id);
  assert.equal(after.values["status"], "qualified");
  for (const [key, made] of [
    ["contact", first.contact],
    ["organization", first.organization],
    ["deal", first.deal],
  ] as const)
    assert.deepEqual(after.values[key], { id: made.id, title: made.title }, key);
});

test("20 leads of one person, converted at once, make one contact and one organization", async () => {
  const ada = await service().given.admin();
  const leads = await Promise.all(Array.from({ length: 20 }, (_, at) => newLead(ada, { ...HANNA, name: `Hanna ${at}` })));
  await Promise.all(leads.map((lead) => patiently(() => ada.call("leads.convert", { id: lead.id, deal: null }))));
  assert.deepEqual([await count(ada, "contact"), await count(ada, "organization"), await count(ada, "deal")], [1, 1, 0]);
});

test("undo gives the lead back to the byte and removes what was made; its undo converts again", async () => {
  const ada = await service().given.admin();
  const lead = await newLead(ada, { ...HANNA, message: "Straße — 请 \u0000".replace("\u0000", "") });
  const known = await create(ada, "contact", { name: "H. Keller", email: "hanna@larkfield.example", job_title: "Buyer" });
  const [leadBefore, contactBefore] = [await bytesOf(lead.id), await bytesOf(known.id)];
  const made = await ada.call("leads.convert", { id: lead.id });
  assert.equal(made.contact?.id, known.id);
  assert.equal(made.contact.is_new, false);
  assert.notEqual(await bytesOf(lead.id), leadBefore);
  const undone = await ada.call("records.undo", { id: made.operation_id });
  assert.equal(await bytesOf(lead.id), leadBefore);
  assert.equal(await bytesOf(known.id), contactBefore);
  assert.deepEqual([await count(ada, "organization"), await count(ada, "deal"), await count(ada, "contact")], [0, 0, 1]);
  assert.equal((await ada.call("leads.previewConversion", { id: lead.id })).conversion, null);

  const redone = await ada.call("records.undo", { id: undone.operation_id });
  assert.equal((await ada.call("leads.previewConversion", { id: lead.id })).conversion?.deal?.id, made.deal?.id);
  assert.equal((await ada.call("leads.convert", { id: lead.id })).is_repeated, true);

  await ada.call("records.undo", { id: redone.operation_id });
  assert.equal(await bytesOf(lead.id), leadBefore);
  const again = await ada.call("leads.convert", { id: lead.id });
  assert.equal(again.is_repeated, false, "what was undone can be done again");
});

test("undo is refused, with the record, if somebody has changed what was made", async () => {
  const ada = await service().given.admin();
  const lead = await newLead(ada);
  const made = await ada.call("leads.convert", { id: lead.id });
  await ada.call("records.update", { id: made.deal?.id ?? "", values: { amount: 5 } });
  await assert.rejects(ada.call("records.undo", { id: made.operation_id }), {
    code: "cannot_undo",
    message: new RegExp(made.deal?.id ?? "-"),
  });
  assert.equal((await read(ada, "lead", lead.id)).values["status"], "qualified");
});

test("the preview offers who and what is known, and says why", async () => {
  const ada = await service().given.admin();
  const firm = await create(ada, "organization", { name: "Larkfield Paper", website: "larkfield.example", city: "Hamburg" });
  const twin = await create(ada, "organization", { name: "Larkfield Papers Ltd", city: "Cork" });
  await create(ada, "deal", { name: "Cold store", organization: firm.id });
  const hanna = await create(ada, "contact", {
    name: "Hanna Keller",
    email: "hanna@larkfield.example",
    job_title: "Buyer",
    organization: firm.id,
  });
  const lead = await newLead(ada);
  const preview = await ada.call("leads.previewConversion", { id: lead.id });
  assert.equal(preview.contact.chosen, hanna.id);
  assert.deepEqual(preview.contact.choices[0]?.because, ["same email", "same name"]);
  assert.equal(preview.contact.choices[0].detail, "Buyer at Larkfield Paper, owner Ada Admin");
  assert.deepEqual(preview.contact.choices[0].adds, [
    { label: "Phone", value: "+49405550188" },
    { label: "Source", value: "Website" },
  ]);
  assert.equal(preview.organization.chosen, firm.id);
  assert.deepEqual(
    preview.organization.choices.map((one) => [one.id, one.detail]),
    [
      [firm.id, "Hamburg, 1 deal, owner Ada Admin"],
      [twin.id, "Cork, no deals, owner Ada Admin"],
    ],
  );
  assert.equal(preview.organization.choices[1]?.because[0], "similar name");
  assert.deepEqual(preview.deal, {
    is_available: true,
    name: "Larkfield Paper",
    stage: "qualified",
    owner: { id: ada.userId, name: "Ada Admin" },
  });
  assert.equal(await count(ada, "contact"), 1, "nothing was changed");

  const made = await ada.call("leads.convert", {
    id: lead.id,
    organization: { id: twin.id },
    contact: { id: null, values: { job_title: "Head of Buying" } },
    deal: { values: { name: "Data loggers", amount: 38_500, close_date: "2027-01-29" } },
  });
  assert.deepEqual([made.contact?.is_new, made.organization?.id, made.deal?.title], [true, twin.id, "Data loggers"]);
  assert.equal((await read(ada, "contact", made.contact?.id ?? "")).values["job_title"], "Head of Buying");
});

test("a private address says nothing about a firm, and without one none is made", async () => {
  const ada = await service().given.admin();
  await create(ada, "organization", { name: "Gmail", website: "gmail.com" });
  const lead = await newLead(ada, { name: "Lou Private", email: "lou@gmail.com" });
  const made = await ada.call("leads.convert", { id: lead.id });
  assert.equal(made.organization, null);
  assert.equal(made.deal?.title, "Lou Private");
});

test("it works with fields that are retired, renamed or missing, and says which type is missing", async () => {
  const ada = await service().given.admin();
  await ada.call("types.updateField", { type: "lead", field: "company", label: "Firma" });
  for (const [type, field] of [
    ["contact", "phone"],
    ["deal", "source"],
    ["lead", "deal"],
  ] as const)
    await ada.call("types.updateField", { type, field, retired: true });
  const lead = await newLead(ada, { ...HANNA });
  const made = await ada.call("leads.convert", { id: lead.id });
  assert.equal(made.organization?.title, "Larkfield Paper");
  assert.deepEqual((await read(ada, "contact", made.contact?.id ?? "")).values["email"], ["hanna@larkfield.example"]);
  await ada.call("types.update", { type: "deal", retired: true });
  const second = await newLead(ada, { name: "Second", email: "second@other.example" });
  await assert.rejects(ada.call("leads.convert", { id: second.id, deal: { values: { name: "x" } } }), { code: "type_missing" });
  assert.equal((await ada.call("leads.convert", { id: second.id })).deal, null);
  await ada.call("types.update", { type: "contact", retired: true });
  const third = await newLead(ada, { name: "Third", email: "third@other.example" });
  await assert.rejects(ada.call("leads.convert", { id: third.id }), { code: "type_missing", message: /no type contact/ });
});

test("an option that contacts and deals no longer have is left out of what is made", async () => {
  const ada = await service().given.admin();
  const lead = await newLead(ada);
  for (const type of ["contact", "deal"])
    await ada.call("types.updateField", { type, field: "source", options: [{ key: "website", label: "Website", retired: true }] });
  const made = await ada.call("leads.convert", { id: lead.id });
  const contact = await read(ada, "contact", made.contact?.id ?? "");
  assert.deepEqual([contact.values["source"], contact.values["email"]], [undefined, ["hanna@larkfield.example"]]);
});

test("no record of another company, of another type or in the trash can be linked", async () => {
  const [ada, eve] = [await service().given.admin(), await service().given.admin("Eve")];
  const lead = await newLead(ada);
  const theirs = await create(eve, "contact", { name: "Theirs", email: "hanna@larkfield.example" });
  const deal = await create(ada, "deal", { name: "A deal" });
  const gone = await create(ada, "contact", { name: "Gone" });
  await ada.call("records.delete", { id: gone.id });
  for (const id of [theirs.id, deal.id, gone.id]) {
    await assert.rejects(ada.call("leads.convert", { id: lead.id, contact: { id } }), { status: 404 });
    await assert.rejects(ada.call("leads.convert", { id: lead.id, organization: { id } }), { status: 404 });
  }
  await assert.rejects(eve.call("leads.convert", { id: lead.id }), { status: 404 });
  await assert.rejects(eve.call("leads.previewConversion", { id: lead.id }), { status: 404 });
  await assert.rejects(ada.call("leads.convert", { id: deal.id }), { status: 404 });
  const preview = await ada.call("leads.previewConversion", { id: lead.id });
  assert.deepEqual(preview.contact.choices, []);
  assert.deepEqual([await count(ada, "contact"), await count(ada, "organization")], [0, 0], "nothing is left of refused ones");
});
