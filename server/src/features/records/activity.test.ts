import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService, type Person } from "../../../test/service.ts";

const service = sharedService();
const DAY_MS = 86_400_000;
const make = async (ada: Person, type: string, values: Record<string, unknown>) =>
  (await ada.call("records.create", { type, values })).record.id;
const valueOf = async (ada: Person, id: string, key: string) => (await ada.call("records.get", { id })).values[key];
const titles = async (ada: Person, type: string, filter: string, sort = "name") =>
  (await ada.call("records.list", { type, filter, sort })).items.map((one) => one.title);
/** A session does not last that long. */
async function later(ada: Person, days: number): Promise<Person> {
  service().clock.advance(days * DAY_MS);
  return service().signIn(ada.email);
}
const note = (ada: Person, id: string) => ada.call("records.addNote", { id, text: "Spoke on the phone." });

test("a record on which nothing happened was last active when it was made", async () => {
  let ada = await service().given.admin();
  const quiet = await make(ada, "deal", { name: "Quiet" });
  const spoken = await make(ada, "deal", { name: "Spoken to" });
  ada = await later(ada, 40);
  await note(ada, spoken);
  await make(ada, "deal", { name: "New" });
  assert.equal(await valueOf(ada, quiet, "last_activity_at"), (await ada.call("records.get", { id: quiet })).created_at);
  assert.deepEqual(await titles(ada, "deal", "last_activity_at<-30d"), ["Quiet"]);
  assert.deepEqual(await titles(ada, "deal", "no:last_activity_at"), []);
  assert.deepEqual(await titles(ada, "deal", "", "last_activity_at"), ["Quiet", "Spoken to", "New"]);
});

test("what happens on a contact or a deal is activity of their organization, until they belong to another", async () => {
  let ada = await service().given.admin();
  const [first, second] = [await make(ada, "organization", { name: "First" }), await make(ada, "organization", { name: "Second" })];
  const contact = await make(ada, "contact", { name: "Anneke Vos", organization: first });
  const deal = await make(ada, "deal", { name: "Flow metering", organization: second });
  const ends = () => Promise.all([first, second].map((id) => valueOf(ada, id, "last_activity_at")));
  const made = await ends();
  ada = await later(ada, 40);
  assert.deepEqual(await titles(ada, "organization", "last_activity_at<-30d"), ["First", "Second"]);
  const noted = await note(ada, contact);
  assert.deepEqual(await titles(ada, "organization", "last_activity_at<-30d"), ["Second"]);
  await make(ada, "task", { name: "Call", state: "done", deal });
  assert.deepEqual(await titles(ada, "organization", "last_activity_at<-30d"), []);

  await ada.call("records.update", { id: deal, values: { organization: null } });
  assert.equal((await ends())[1], made[1], "the deal is no longer theirs");
  const moved = await ada.call("records.update", { id: contact, values: { organization: second } });
  assert.deepEqual(await titles(ada, "organization", "last_activity_at<-30d"), ["First"]);
  await ada.call("records.undo", { id: moved.operation_id });
  assert.deepEqual(await titles(ada, "organization", "last_activity_at<-30d"), ["Second"]);
  const trashed = await ada.call("records.delete", { id: contact });
  assert.deepEqual(await ends(), made, "what is in the trash does not count");
  await ada.call("records.undo", { id: trashed.operation_id });
  assert.deepEqual(await titles(ada, "organization", "last_activity_at<-30d"), ["Second"]);
  await ada.call("records.undo", { id: noted.operation_id });
  assert.deepEqual(await ends(), made);
});

test("organizations that are merged have the activity of both", async () => {
  let ada = await service().given.admin();
  const [into, from] = [await make(ada, "organization", { name: "Into" }), await make(ada, "organization", { name: "From" })];
  const contact = await make(ada, "contact", { name: "Anneke Vos", organization: from });
  ada = await later(ada, 40);
  await note(ada, contact);
  assert.deepEqual(await titles(ada, "organization", "last_activity_at<-30d"), ["Into"]);
  const merged = await ada.call("records.merge", { type: "organization", into, from: [from] });
  assert.deepEqual(await titles(ada, "organization", "last_activity_at<-30d"), []);
  await ada.call("records.undo", { id: merged.operation_id });
  assert.deepEqual(await titles(ada, "organization", "last_activity_at<-30d"), ["Into"]);
});

test("a note on a contact and a task done with them fill in last_contacted, and a later time that somebody wrote stays", async () => {
  let ada = await service().given.admin();
  const organization = await make(ada, "organization", { name: "Harrow Marine" });
  const contact = await make(ada, "contact", { name: "Anneke Vos", organization });
  const contacted = () => valueOf(ada, contact, "last_contacted");
  const version = (await ada.call("records.get", { id: contact })).version;
  assert.equal(await contacted(), undefined, "to be made is no contact");
  await note(ada, organization);
  assert.equal(await contacted(), undefined, "a note on the organization is none with each of its people");
  const task = await make(ada, "task", { name: "Call", contact });
  const done = await ada.call("records.update", { id: task, values: { state: "done" } });
  assert.equal(await contacted(), done.record.values["won_at"]);
  ada = await later(ada, 100);
  assert.deepEqual(await titles(ada, "contact", "last_contacted<-90d"), ["Anneke Vos"]);
  const noted = await note(ada, contact);
  assert.deepEqual(await titles(ada, "contact", "last_contacted<-90d"), []);
  assert.equal((await ada.call("records.get", { id: contact })).version, version, "the record is not written");

  const written = new Date(service().clock.now().getTime() + DAY_MS).toISOString();
  await ada.call("records.update", { id: contact, values: { last_contacted: written } });
  assert.equal(await contacted(), written);
  assert.deepEqual(await titles(ada, "contact", "last_contacted:tomorrow"), ["Anneke Vos"]);
  await ada.call("records.update", { id: contact, values: { last_contacted: "2020-01-01" } });
  assert.ok(String(await contacted()) > String(done.record.values["won_at"]), "what happened later is known");
  await ada.call("records.undo", { id: noted.operation_id });
  assert.equal(await contacted(), done.record.values["won_at"]);
  await ada.call("records.update", { id: task, values: { state: "open" } });
  assert.match(String(await contacted()), /^2020-01-01|^2019-12-31/);
});

test("a contact is imported and created with the time they were last contacted", async () => {
  const ada = await service().given.admin();
  const id = await make(ada, "contact", { name: "Anneke Vos", last_contacted: "2026-03-04T10:00:00Z" });
  assert.equal(await valueOf(ada, id, "last_contacted"), "2026-03-04T10:00:00.000Z");
  assert.deepEqual(await titles(ada, "contact", "last_contacted:2026-03", "-last_contacted"), ["Anneke Vos"]);
});
