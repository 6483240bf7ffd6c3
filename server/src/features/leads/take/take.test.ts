import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService, type Person } from "../../../../test/service.ts";
import { giveForm } from "../../../../test/leads/forms.ts";
import { companyOf, leadsOf, untilTaken, writeSubmissions } from "../../../../test/website-leads.ts";

const service = sharedService();
const DAY_MS = 86_400_000;

async function startWorker() {
  const worker = await service().app.startWorker();
  return { [Symbol.asyncDispose]: () => worker.stop() };
}

type Sent = Parameters<typeof writeSubmissions>[3];

/** Sends and waits until all of it is taken. */
async function send(ada: Person, form: { id: string }, sent: Sent): Promise<string[]> {
  const companyId = await companyOf(service(), ada);
  const ids = sent.length > 0 ? await writeSubmissions(service(), companyId, form.id, sent) : [];
  await using _worker = await startWorker();
  await untilTaken(service(), companyId);
  return ids;
}

const submissions = async (ada: Person) => (await ada.call("leads.listSubmissions", {})).items.toReversed();

test("what was sent becomes a lead without an owner, from the website, with its campaign", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada);
  const given = { name: "Anneke Vos", email: "Anneke@Aldermoor.example", company: "Aldermoor", message: "Hello\nthere" };
  await send(ada, form, [{ given, attribution: { utm_campaign: "Autumn" } }]);
  const [lead, ...more] = await leadsOf(ada);
  assert.ok(lead && more.length === 0);
  assert.deepEqual(
    { title: lead.title, ...lead.values },
    {
      ...lead.values,
      title: "Anneke Vos",
      email: ["anneke@aldermoor.example"],
      company: "Aldermoor",
      message: "Hello\nthere",
      source: "website",
      campaign: "Autumn",
      status: "new",
    },
  );
  assert.equal(lead.values["owner"] ?? null, null);
  const [submission] = await submissions(ada);
  assert.deepEqual([submission?.state, submission?.kind, submission?.lead], ["taken", "new", lead.id]);
  const { items } = await ada.call("events.list", { type: "lead.received" });
  assert.deepEqual(items[0]?.data, { name: "Anneke Vos", type: "lead", source: "Contact us", submission: submission?.id, cause: "new" });
});

test("a value that its field refuses moves into the message, and the lead is there", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada);
  await send(ada, form, [
    { given: { name: "Jo", phone: "call me maybe", email: "not an email", message: "Hi" } },
    { given: { phone: "030 1" } },
  ]);
  const leads = await leadsOf(ada);
  const [first, second] = ["Jo", "Website lead"].map((title) => leads.find((lead) => lead.title === title));
  assert.equal(first?.values["message"], "Hi\n\nEmail: not an email\nPhone: call me maybe");
  assert.deepEqual([first?.values["phone"] ?? null, first?.values["email"] ?? null], [null, null]);
  assert.deepEqual([second?.title, second?.values["message"]], ["Website lead", "Phone: 030 1"]);
});

test("an option that was retired meanwhile moves into the message, from a form and from a program", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada);
  await ada.call("types.updateField", { type: "lead", field: "source", options: [{ key: "event", label: "Event", retired: true }] });
  const { key } = await ada.key();
  const sent = await service().rest(key, "POST", "/leads", { values: { name: "Program", email: "p@new.example", source: "event" } });
  assert.equal(sent.status, 202);
  await send(ada, form, [{ given: { name: "Form", email: "f@new.example", source: "event" } }]);
  const leads = await leadsOf(ada);
  for (const title of ["Form", "Program"])
    assert.equal(leads.find((lead) => lead.title === title)?.values["message"], "Source: event", title);
});

test("two messages of one new person make one lead and a touch, also in two spellings and by phone", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada);
  await send(ada, form, [
    { given: { name: "Jo", email: "jo@example.org", phone: "+49 30 901820" } },
    { given: { name: "Jo again", email: " JO@Example.org" } },
    { given: { name: "Jo by phone", phone: "0049 30901820" } },
    { given: { name: "Somebody else", email: "other@example.org" } },
  ]);
  assert.deepEqual((await leadsOf(ada)).map((lead) => lead.title).sort(), ["Jo", "Somebody else"]);
  await send(ada, form, [{ given: { name: "Jo, later", email: "jo@example.org" } }]);
  const all = await submissions(ada);
  assert.deepEqual(
    all.map(({ kind }) => kind),
    ["new", "touch", "touch", "new", "touch"],
  );
  assert.equal(new Set(all.filter((_, at) => at !== 3).map((one) => one.lead)).size, 1);
  assert.equal((await ada.call("events.list", { type: "lead.touched" })).items.length, 3);
  assert.equal((await ada.call("events.list", { type: "lead.received" })).items.length, 2);
});

test("a person known as a contact becomes a lead that points at the contact and where they work", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada);
  const { record: firm } = await ada.call("records.create", { type: "organization", values: { name: "Aldermoor" } });
  const values = { name: "Anneke", email: "anneke@aldermoor.example", organization: firm.id };
  const { record: contact } = await ada.call("records.create", { type: "contact", values });
  await send(ada, form, [{ given: { name: "A. Vos", email: "anneke@aldermoor.example" } }]);
  const [lead] = await leadsOf(ada);
  const idOf = (value: unknown) => (value as { id: string }[])[0]?.id ?? (value as { id: string }).id;
  assert.deepEqual([idOf(lead?.values["contact"]), idOf(lead?.values["organization"])], [contact.id, firm.id]);
  assert.equal((await submissions(ada))[0]?.kind, "contact");
});

test("a closed lead is not touched: the same person becomes a new one", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada);
  await send(ada, form, [{ given: { name: "Jo", email: "jo@example.org" } }]);
  const [lead] = await leadsOf(ada);
  await ada.call("records.update", { id: lead?.id ?? "", values: { status: "disqualified" } });
  await send(ada, form, [{ given: { name: "Jo 2", email: "jo@example.org" } }]);
  assert.equal((await leadsOf(ada)).length, 2);
});

test("one submission that cannot be taken does not stop the others; it is tried ten times, then a person can release it", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada);
  const companyId = await companyOf(service(), ada);
  // Something that nobody thought of: the database refuses one of them.
  await service().database.query(`create or replace function refuse_boom() returns trigger language plpgsql as $$
    begin if new.title = 'Boom' then raise exception 'boom'; end if; return new; end $$`);
  await service().database.query("create trigger refuse_boom before insert on records for each row execute function refuse_boom()");
  const given = (name: string) => ({ given: { name, email: `${name.toLowerCase()}@example.org` } });
  await send(ada, form, ["One", "Two", "Boom", "Three", "Four"].map(given));
  const titles = async () => (await leadsOf(ada)).map((lead) => lead.title).sort();
  assert.deepEqual(await titles(), ["Four", "One", "Three", "Two"]);
  const failing = async () => (await submissions(ada)).find((one) => one.given["name"] === "Boom");
  assert.equal((await failing())?.state, "received");
  assert.match(String((await failing())?.failure), /went wrong on our side/);
  await using _worker = await startWorker();
  for (let tries = 1; tries < 10; tries++) {
    service().clock.advance(61 * 60_000);
    await untilTaken(service(), companyId);
  }
  assert.equal((await failing())?.state, "failed");
  await service().database.query("drop trigger refuse_boom on records");
  await ada.call("leads.releaseSubmissions", { ids: [(await failing())?.id ?? ""] });
  await untilTaken(service(), companyId);
  assert.deepEqual([(await failing())?.state, (await failing())?.failure], ["taken", null]);
  assert.deepEqual(await titles(), ["Boom", "Four", "One", "Three", "Two"]);
});

test("a lead is decided about again if it was given to somebody more than 30 days ago, and once for many messages", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada);
  const message = { given: { name: "Jo", email: "jo@example.org" } };
  await send(ada, form, [message]);
  const causes = async () => {
    const back = await service().signIn(ada.email);
    return (await back.call("events.list", { type: "lead.received" })).items.map((event) => (event.data as { cause: string }).cause);
  };
  service().clock.advance(29 * DAY_MS);
  await send(ada, form, [message]);
  assert.deepEqual(await causes(), ["new"]);
  service().clock.advance(2 * DAY_MS);
  await send(ada, form, [message, message]);
  await send(ada, form, [message]);
  assert.deepEqual(await causes(), ["again", "new"]);
});

test("what was released or is a contact's says so", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada);
  await send(ada, form, [{ given: { name: "Jo", email: "jo@example.org" }, is_held: true }]);
  assert.equal((await leadsOf(ada)).length, 0);
  await ada.call("leads.releaseSubmissions", { ids: (await submissions(ada)).map((one) => one.id) });
  await send(ada, form, []);
  const { items } = await ada.call("events.list", { type: "lead.received" });
  assert.deepEqual(
    items.map((event) => (event.data as { cause: string }).cause),
    ["released"],
  );
});

test("a company without the type lead keeps what was sent until there is one again", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada);
  await ada.call("types.update", { type: "lead", retired: true });
  await send(ada, form, [{ given: { name: "Jo", email: "jo@example.org" } }]);
  const [waiting] = await submissions(ada);
  assert.deepEqual([waiting?.state, /no type lead/.test(waiting?.failure ?? "")], ["received", true]);
  await ada.call("types.update", { type: "lead", retired: false });
  service().clock.advance(61_000);
  await send(ada, form, []);
  assert.equal((await leadsOf(ada)).length, 1);
});

test("each lead of a batch can be undone by itself", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada);
  await send(
    ada,
    form,
    ["a", "b"].map((name) => ({ given: { name, email: `${name}@example.org` } })),
  );
  const created = (await ada.call("events.list", { type: "record.created" })).items.find((event) => event.subject.name === "a");
  await ada.call("records.undo", { id: created?.operation_id ?? "" });
  assert.deepEqual(
    (await leadsOf(ada)).map((lead) => lead.title),
    ["b"],
  );
});
