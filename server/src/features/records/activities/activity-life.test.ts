import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRefused } from "../../../../test/assertions.ts";
import { type Person, sharedService } from "../../../../test/service.ts";
import { recordId } from "../inputs.ts";

const service = sharedService();
const HOUR_MS = 3_600_000;
const make = async (person: Person, type: string, values: Record<string, unknown>) =>
  (await person.call("records.create", { type, values })).record.id;
const valueOf = async (person: Person, id: string, key: string) => (await person.call("records.get", { id })).values[key];
const shownIn = async (person: Person, id: string) =>
  (await person.call("records.timeline", { id })).items.flatMap((entry) => entry.activity ?? []);
const listed = async (person: Person, record: string) =>
  (await person.call("records.activities", { record })).items.map(({ outcome }) => outcome);

/** A deal with a contact of an organization, an hour ago; a call with that contact is logged on the deal now. */
async function calledContact(ada: Person) {
  const organization = await make(ada, "organization", { name: "Aldermoor Water" });
  const contact = await make(ada, "contact", { name: "Anneke Vos", organization });
  const deal = await make(ada, "deal", { name: "Flow metering" });
  const made = await valueOf(ada, contact, "last_activity_at");
  service().clock.advance(HOUR_MS);
  const call = await ada.call("records.logActivity", { id: deal, kind: "call", outcome: "All answered", people: [contact] });
  return { organization, contact, deal, made, activity: call.id, operation: call.operation_id };
}

test("a call on a record in the trash counts for nobody who took part, until the record is restored", async () => {
  const ada = await service().given.admin();
  const { organization, contact, deal, made } = await calledContact(ada);
  const times = () => Promise.all([contact, organization].map((id) => valueOf(ada, id, "last_activity_at")));
  const [called] = await times();
  await ada.call("records.delete", { id: deal });
  const [contactNow] = await times();
  assert.deepEqual([contactNow, await valueOf(ada, contact, "last_contacted"), await listed(ada, contact)], [made, undefined, []]);
  await ada.call("records.restore", { id: deal });
  assert.deepEqual([await times(), await listed(ada, contact)], [[called, called], ["All answered"]]);
});

test("what is deleted or changed on a merged record is read again for the record that it is part of", async () => {
  const ada = await service().given.admin();
  const { deal, activity, operation } = await calledContact(ada);
  const kept = await make(ada, "deal", { name: "Kept" });
  const made = await valueOf(ada, kept, "last_activity_at");
  service().clock.advance(HOUR_MS);
  const second = await ada.call("records.logActivity", { id: deal, kind: "email" });
  await ada.call("records.merge", { type: "deal", into: kept, from: [deal] });
  assert.ok(String(await valueOf(ada, kept, "last_activity_at")) > String(made));
  await ada.call("records.undo", { id: second.operation_id });
  await ada.call("records.deleteActivity", { id: kept, activity });
  assert.equal(await valueOf(ada, kept, "last_activity_at"), made);
  await assertRefused(ada, "cannot_undo", [["records.undo", { id: operation }]]);
});

test("a contact who is merged into another took part as that one, and as themselves when the merge is undone", async () => {
  const ada = await service().given.admin();
  const { contact, deal, made } = await calledContact(ada);
  const kept = await make(ada, "contact", { name: "A. Vos" });
  const merge = await ada.call("records.merge", { type: "contact", into: kept, from: [contact] });
  assert.deepEqual((await shownIn(ada, deal))[0]?.people, [{ id: kept, title: "A. Vos" }]);
  assert.deepEqual([(await shownIn(ada, kept)).length, await listed(ada, kept)], [1, ["All answered"]]);
  assert.ok(String(await valueOf(ada, kept, "last_contacted")) > String(made));
  await ada.call("records.undo", { id: merge.operation_id });
  assert.deepEqual((await shownIn(ada, deal))[0]?.people, [{ id: contact, title: "Anneke Vos" }]);
  assert.deepEqual([await shownIn(ada, kept), await valueOf(ada, kept, "last_contacted")], [[], undefined]);
});

test("a record that goes for good takes its activities, and a contact their part in others'", async () => {
  const ada = await service().given.admin();
  const { database } = service();
  const one = await calledContact(ada);
  const other = await calledContact(ada);
  for (const id of [one.deal, other.contact]) await ada.call("records.delete", { id });
  const gone = [one.deal, other.contact].map((id) => recordId.decode(id));
  await database.query("update records set deleted_at = now() - interval '31 days' where id = any($1::uuid[])", [gone]);
  await service().app.housekeep();
  const ours = "company_id = (select company_id from users where email = $1)";
  const left = await database.query(`select outcome, record_id from activities where ${ours}`, [ada.email]);
  assert.deepEqual(left, [{ outcome: "All answered", record_id: recordId.decode(other.deal) }]);
  assert.deepEqual(await database.query(`select * from activity_people where ${ours}`, [ada.email]), []);
  assert.deepEqual([await shownIn(ada, one.contact), await listed(ada, one.contact)], [[], []]);
  assert.deepEqual((await shownIn(ada, other.deal))[0]?.people, []);
  const found = await ada.call("assistant.search", { query: "all answered" });
  assert.deepEqual(
    found.results.map(({ id }) => id),
    [other.deal],
  );
  await assertRefused(ada, "cannot_undo", [["records.undo", { id: one.operation }]]);
});

test("the calls of a person who left keep their name, and an Admin can correct them", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada, "member", "Max Moe");
  const { deal, activity } = await calledContact(max);
  await (await service().signIn(ada.email)).call("members.disable", { id: max.userId, disabled: true });
  const [entry] = (await ada.call("records.timeline", { id: deal })).items;
  assert.equal(entry?.actor?.name, "Max Moe");
  assert.equal((await ada.call("records.activities", {})).items[0]?.by?.name, "Max Moe");
  await ada.call("records.updateActivity", { id: deal, activity, outcome: "Two open" });
  assert.deepEqual(await listed(ada, deal), ["Two open"]);
});

test("an activity of 1970 is listed there, moves no time back, and is the last contact of whom nobody else knows", async () => {
  const ada = await service().given.admin();
  const contact = await make(ada, "contact", { name: "Anneke Vos" });
  const made = await valueOf(ada, contact, "last_activity_at");
  for (const at of ["1970-01-01T00:00:00Z", "1969-12-31T23:59:59Z"])
    await ada.call("records.logActivity", { id: contact, kind: "call", at });
  assert.equal(await valueOf(ada, contact, "last_activity_at"), made);
  assert.equal(await valueOf(ada, contact, "last_contacted"), "1970-01-01T00:00:00.000Z");
  const old = await ada.call("records.activities", { until: "1970-01-01" });
  assert.deepEqual(
    old.items.map(({ at }) => at),
    ["1970-01-01T00:00:00.000Z", "1969-12-31T23:59:59.000Z"],
  );
});

test("times are read as the company writes them, and in its time zone: German, before and after the clocks change", async () => {
  const ada = await service().given.admin("Ada Admin", { time_zone: "Europe/Berlin" });
  await ada.call("companies.update", { date_format: "day_month_year", language: "de", number_format: "1.234,5" });
  const deal = await make(ada, "deal", { name: "Flow metering" });
  const log = async (at: string) => {
    await ada.call("records.logActivity", { id: deal, kind: "call", at });
    return (await shownIn(ada, deal))[0]?.at;
  };
  assert.equal(await log("28.03.2026 14:00"), "2026-03-28T13:00:00.000Z");
  assert.equal(await log("30.03.2026 14:00"), "2026-03-30T12:00:00.000Z");
  await assertRefused(ada, "invalid_input", [["records.logActivity", { id: deal, kind: "call", at: "2026-03-29T02:30" }]], "/at");
  const read = async (given: object) => (await ada.call("records.activities", given)).items.length;
  assert.deepEqual([await read({ since: "2026-03-30T14:00" }), await read({ until: "2026-03-28T14:01" })], [1, 1]);
  assert.deepEqual([await read({ since: "2026-03-29", until: "2026-03-30" }), await read({ since: "2026-03-30T14:01" })], [1, 0]);
});

test("the longest outcome is kept whole, in signs of every language; a sign that no text has is refused", async () => {
  const ada = await service().given.admin();
  const deal = await make(ada, "deal", { name: "Flow metering" });
  for (const outcome of ["ß".repeat(20_000), "🎉".repeat(10_000), "اتصال\n".repeat(3_000)]) {
    await ada.call("records.logActivity", { id: deal, kind: "call", outcome });
    assert.equal((await shownIn(ada, deal))[0]?.outcome, outcome.trim());
  }
  await assertRefused(ada, "invalid_input", [["records.logActivity", { id: deal, kind: "call", outcome: "a\u0000b" }]]);
});

test("webhooks name the activity and its kind, and cut a long outcome; the dashboard has one line for a call with its people", async () => {
  const ada = await service().given.admin();
  const { activity, deal, contact } = await calledContact(ada);
  await ada.call("records.updateActivity", { id: deal, activity, outcome: "x".repeat(19_900) });
  const previewed = (await ada.call("webhooks.preview", {})).items.slice(0, 3).toReversed();
  const bodies = previewed.map(({ body }) => JSON.parse(body ?? "") as { type: string; data: Record<string, unknown> });
  assert.deepEqual(
    bodies.map(({ type, data }) => [type, data["id"], data["activity"], data["kind"]]),
    [
      ["activity.logged", deal, activity, "call"],
      ["activity.joined", contact, activity, "call"],
      ["activity.updated", deal, activity, "call"],
    ],
  );
  const changes = JSON.stringify(bodies[2]?.data["changes"]);
  assert.ok(bodies[2]?.data["is_cut"] === true && changes.includes("xxx") && changes.length < 1_000);
  const { figure } = await ada.call("dashboards.preview", { kind: "activity", limit: 2 });
  assert.deepEqual(figure?.shape === "events" && figure.events.map(({ type }) => type), ["activity.updated", "activity.logged"]);
});
