import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNeedsSession, assertRefused } from "../../../../test/assertions.ts";
import { type Person, sharedService } from "../../../../test/service.ts";

const service = sharedService();
type Refused = Parameters<typeof assertNeedsSession>[1][number];
const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(service().clock.now().getTime() - hours * HOUR_MS).toISOString();
const make = async (person: Person, type: string, values: Record<string, unknown>) =>
  (await person.call("records.create", { type, values })).record.id;
const valueOf = async (person: Person, id: string, key: string) => (await person.call("records.get", { id })).values[key];
const storyOf = async (person: Person, id: string) => (await person.call("records.timeline", { id })).items;
const shownIn = async (person: Person, id: string) => (await storyOf(person, id)).flatMap((entry) => entry.activity ?? []);

async function aCall(person: Person, given: object = {}) {
  const id = await make(person, "deal", { name: "Flow metering" });
  const logged = await person.call("records.logActivity", { id, kind: "call", outcome: "All answered", ...given });
  return { id, activity: logged.id, operation: logged.operation_id, task: logged.task };
}

test("a call stands on the timeline with outcome, duration, people and its own time, and on those of its people", async () => {
  const ada = await service().given.admin();
  const anneke = await make(ada, "contact", { name: "Anneke Vos", email: ["anneke@aldermoor.example"] });
  const at = ago(0.5);
  const { id, activity } = await aCall(ada, { at, duration_minutes: 14, people: ["anneke@aldermoor.example", anneke] });
  const expected = {
    id: activity,
    kind: "call",
    at,
    duration_minutes: 14,
    outcome: "All answered",
    people: [{ id: anneke, title: "Anneke Vos" }],
    edited_at: null,
  };
  const [entry] = await storyOf(ada, id);
  assert.deepEqual([entry?.kind, entry?.actor?.id, entry?.activity], ["activity.logged", ada.userId, expected]);
  const [theirs] = await storyOf(ada, anneke);
  assert.deepEqual([theirs?.kind, theirs?.activity], ["activity.joined", expected]);
});

test("last_activity_at is when it happened, of the record, its people and their organization; never earlier than what is known", async () => {
  const ada = await service().given.admin();
  const organization = await make(ada, "organization", { name: "Aldermoor Water" });
  const contact = await make(ada, "contact", { name: "Anneke Vos", organization });
  const deal = await make(ada, "deal", { name: "Flow metering" });
  service().clock.advance(10 * HOUR_MS);
  const log = (at: string) => ada.call("records.logActivity", { id: deal, kind: "meeting", at, people: [contact] });
  const times = () => Promise.all([deal, contact, organization].map((id) => valueOf(ada, id, "last_activity_at")));
  const [later, earlier] = [ago(2), ago(6)];
  const { operation_id: second } = await log(later);
  assert.deepEqual(await times(), [later, later, later]);
  assert.equal(await valueOf(ada, contact, "last_contacted"), later);
  await log(earlier);
  assert.deepEqual(await times(), [later, later, later], "an earlier meeting moves nothing back");
  await ada.call("records.undo", { id: second });
  assert.deepEqual(await times(), [earlier, earlier, earlier]);
});

test("what is to come is no activity; a text in the company's time zone is read there", async () => {
  const ada = await service().given.admin();
  await ada.call("companies.update", { time_zone: "Asia/Tokyo" });
  const id = await make(ada, "deal", { name: "Flow metering" });
  await assertRefused(ada, "invalid_input", [["records.logActivity", { id, kind: "call", at: ago(-1) }]], "/at");
  await assertRefused(ada, "invalid_input", [["records.logActivity", { id, kind: "call", at: "soon" }]], "/at");
  await ada.call("records.logActivity", { id, kind: "call", at: "2026-01-05T09:30" });
  assert.equal((await shownIn(ada, id))[0]?.at, "2026-01-05T00:30:00.000Z");
  await ada.call("records.logActivity", { id, kind: "call", at: new Date(service().clock.now().getTime() + 60_000).toISOString() });
  const [last] = await shownIn(ada, id);
  assert.ok(Date.parse(last?.at ?? "") <= service().clock.now().getTime(), "a clock that is a minute ahead");
});

test("an activity is changed, with what changed in its event; undone, and not if it was changed again", async () => {
  const ada = await service().given.admin();
  const contact = await make(ada, "contact", { name: "Anneke Vos" });
  const { id, activity } = await aCall(ada);
  const made = await valueOf(ada, contact, "last_activity_at");
  service().clock.advance(HOUR_MS);
  const edit = (given: object) => ada.call("records.updateActivity", { id, activity, ...given });
  const first = await edit({ outcome: "Two open", people: [contact], duration_minutes: 20 });
  const [entry] = await storyOf(ada, id);
  assert.deepEqual(
    [entry?.kind, entry?.changes],
    ["activity.updated", { outcome: ["All answered", "Two open"], people: [[], [contact]], duration_minutes: [null, 20] }],
  );
  assert.equal((await shownIn(ada, contact)).length, 1, "it stands with whoever joined later");
  await ada.call("records.undo", { id: first.operation_id });
  const [now] = await shownIn(ada, id);
  assert.deepEqual([now?.outcome, now?.people, now?.duration_minutes], ["All answered", [], null]);
  assert.deepEqual([await valueOf(ada, contact, "last_activity_at"), await shownIn(ada, contact)], [made, []]);
  const second = await edit({ kind: "meeting" });
  await edit({ kind: "email" });
  await assertRefused(ada, "cannot_undo", [["records.undo", { id: second.operation_id }]]);
  await edit({ kind: "email" });
  assert.equal((await storyOf(ada, id)).filter((one) => one.kind === "activity.updated").length, 4, "the same again changes nothing");
});

test("a deleted activity is gone from everywhere, and comes back with undo; deleted twice it is not found", async () => {
  const ada = await service().given.admin();
  const { id, activity } = await aCall(ada);
  const gone = await ada.call("records.deleteActivity", { id, activity });
  assert.deepEqual([await shownIn(ada, id), (await ada.call("records.activities", {})).items], [[], []]);
  await assertRefused(ada, "not_found", [["records.deleteActivity", { id, activity }]]);
  const back = await ada.call("records.undo", { id: gone.operation_id });
  assert.equal((await shownIn(ada, id))[0]?.id, activity);
  await ada.call("records.undo", { id: back.operation_id });
  assert.deepEqual(await shownIn(ada, id), [], "the undo is undone too");
});

test("only who logged it, or an Admin, changes or deletes it", async () => {
  const ada = await service().given.admin();
  const [max, kim] = [await service().given.member(ada), await service().given.member(ada)];
  const { id, activity } = await aCall(max);
  await assertRefused(kim, "not_yours", [
    ["records.updateActivity", { id, activity, outcome: "Mine" }],
    ["records.deleteActivity", { id, activity }],
  ]);
  await max.call("records.updateActivity", { id, activity, outcome: "His" });
  await ada.call("records.deleteActivity", { id, activity });
});

test("a follow-up is a task of the caller on the same record, made and undone with the call", async () => {
  const ada = await service().given.admin();
  const { id, task, operation } = await aCall(ada, { follow_up: { name: "Send the offer", due: "2026-11-20" } });
  const { title, values } = await ada.call("records.get", { id: task ?? "" });
  const { deal, due, owner } = values as { deal: { id: string }; due: string; owner: { id: string } };
  assert.deepEqual([title, deal.id, due, owner.id], ["Send the offer", id, "2026-11-20", ada.userId]);
  await ada.call("records.undo", { id: operation });
  assert.ok((await ada.call("records.get", { id: task ?? "" })).deleted_at);
  assert.deepEqual(await shownIn(ada, id), []);
});

test("a follow-up that cannot be made refuses the whole call: nothing is logged", async () => {
  const ada = await service().given.admin();
  const id = await make(ada, "deal", { name: "Flow metering" });
  const lead = await make(ada, "lead", { name: "Hanna Keller" });
  const call = (record: string, due: string): Refused => ["records.logActivity", { id: record, kind: "call", follow_up: { due } }];
  await assertRefused(ada, "invalid_input", [call(id, "whenever")], "/follow_up/due");
  await assertRefused(ada, "invalid_input", [call(lead, "2026-11-20")], "/follow_up");
  assert.deepEqual((await ada.call("records.activities", {})).items, []);
});

test("bad input is refused, and a record in the trash", async () => {
  const ada = await service().given.admin();
  const { id, activity } = await aCall(ada);
  const log = (given: object): Refused => ["records.logActivity", { id, kind: "call", ...given }];
  await assertRefused(ada, "invalid_input", [log({ kind: "fax" })], "/kind");
  await assertRefused(ada, "invalid_input", [log({ outcome: "x".repeat(100_000) })], "/outcome");
  await assertRefused(ada, "invalid_input", [log({ duration_minutes: 0 }), log({ duration_minutes: 1.5 })], "/duration_minutes");
  await assertRefused(ada, "invalid_input", [log({ people: ["Nobody"] }), log({ people: [id] })], "/people");
  await assertNeedsSession(ada, [log({})]);
  await ada.call("records.delete", { id });
  await assertRefused(ada, "in_trash", [log({}), ["records.updateActivity", { id, activity, outcome: "x" }]]);
});

test("another company's activity, record and contact are not found", async () => {
  const [ada, eve] = [await service().given.admin(), await service().given.admin()];
  const theirs = await aCall(ada);
  const own = await aCall(eve);
  const contact = await make(ada, "contact", { name: "Anneke Vos" });
  await assertRefused(eve, "not_found", [
    ["records.logActivity", { id: theirs.id, kind: "call" }],
    ["records.updateActivity", { id: own.id, activity: theirs.activity, outcome: "x" }],
    ["records.deleteActivity", { id: own.id, activity: theirs.activity }],
  ]);
  await assertRefused(eve, "invalid_input", [["records.logActivity", { id: own.id, kind: "call", people: [contact] }]], "/people");
  const plant = { id: own.id, activity: own.activity, people: [contact] };
  await assertRefused(eve, "invalid_input", [["records.updateActivity", plant]], "/people");
  await assertRefused(eve, "not_found", [["records.activities", { record: theirs.id }]]);
  assert.equal((await shownIn(ada, theirs.id))[0]?.outcome, "All answered");
});

test("activities of a merged record are shown, changed and counted with the one it is part of, and go back", async () => {
  const ada = await service().given.admin();
  const gone = await aCall(ada);
  const kept = await make(ada, "deal", { name: "Kept" });
  const { operation_id: merge } = await ada.call("records.merge", { type: "deal", into: kept, from: [gone.id] });
  await ada.call("records.updateActivity", { id: kept, activity: gone.activity, outcome: "Two open" });
  assert.deepEqual(
    (await shownIn(ada, kept)).map((one) => one.outcome),
    ["Two open"],
  );
  assert.equal((await ada.call("records.activities", { record: kept })).items[0]?.record.id, kept);
  await ada.call("records.undo", { id: merge });
  assert.deepEqual([(await shownIn(ada, gone.id)).length, await shownIn(ada, kept)], [1, []]);
});

test("activities are listed by record, kind and time, page by page, over REST", async () => {
  const ada = await service().given.admin();
  const id = await make(ada, "contact", { name: "Anneke Vos" });
  for (const [kind, hours] of [
    ["call", 5],
    ["meeting", 3],
    ["email", 1],
  ] as const)
    await ada.call("records.logActivity", { id, kind, at: ago(hours), outcome: kind });
  const { key } = await ada.key();
  const read = async (query: string) =>
    (await (await service().rest(key, "GET", `/activities?${query}`)).json()) as {
      items: { outcome: string }[];
      next_cursor: string | null;
    };
  const first = await read("limit=2");
  const rest = await read(`limit=2&cursor=${first.next_cursor}`);
  assert.deepEqual(
    [...first.items, ...rest.items].map((one) => one.outcome),
    ["email", "meeting", "call"],
  );
  assert.deepEqual((await read(`record=${id}&kind=call`)).items.length, 1);
  assert.deepEqual(
    (await read(`until=${ago(4)}`)).items.map((one) => one.outcome),
    ["call"],
  );
  const logged = await service().rest(key, "POST", `/records/contact/${id}/activities`, { kind: "call", outcome: "By key" });
  assert.equal(logged.status, 201);
  const { id: activity } = (await logged.json()) as { id: string };
  assert.equal((await service().rest(key, "PATCH", `/records/contact/${id}/activities/${activity}`, { outcome: "x" })).status, 200);
  assert.equal((await service().rest(key, "DELETE", `/records/contact/${id}/activities/${activity}`)).status, 200);
});

test("words of an outcome are found with those of notes, and the change feed and the log tell of the call", async () => {
  const ada = await service().given.admin();
  const { id, activity } = await aCall(ada, { outcome: "Wants the quokka housing" });
  const found = await ada.call("assistant.search", { query: "quokka housing" });
  assert.deepEqual(
    found.results.map((one) => one.id),
    [id],
  );
  const { items } = await ada.call("records.changes", { type: "deal" });
  assert.deepEqual([items.at(-1)?.kind, items.at(-1)?.record.id], ["activity.logged", id]);
  await ada.call("records.deleteActivity", { id, activity });
  assert.deepEqual((await ada.call("assistant.search", { query: "quokka housing" })).results, []);
});

test("an assistant logs by name, and reads it in the timeline and with the record", async () => {
  const ada = await service().given.admin();
  const contact = await make(ada, "contact", { name: "Anneke Vos" });
  await make(ada, "deal", { name: "Flow metering" });
  const save = (activity: object) => ({ type: "deal", records: [{ record: "Flow metering", note: "Signed off", activity }] });
  const meeting = { kind: "meeting", minutes: 45, people: ["Anneke Vos"] };
  await assertRefused(ada, "invalid_input", [["assistant.save", save({ ...meeting, at: "tomorrow" })]], "/records/0/activity/at");
  await assertRefused(ada, "invalid_input", [["assistant.save", save({ kind: "call", people: ["Bo"] })]], "/records/0/activity/people");
  const saved = await ada.call("assistant.save", save(meeting));
  assert.equal(saved.results[0]?.status, "noted");
  const { entries } = await ada.call("assistant.timeline", { type: "contact", record: contact });
  const { kind, minutes, people, outcome } = entries[0]?.activity ?? {};
  assert.deepEqual([kind, minutes, people, outcome], ["meeting", 45, ["Anneke Vos"], "Signed off"]);
  const { text } = await ada.call("assistant.fetch", { id: "Flow metering" });
  assert.match(text, /"kind":"meeting","with":\["Anneke Vos"\],"text":"Signed off"/);
});
