import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService, type Person } from "../../../../test/service.ts";
import { id as idOf } from "../../../platform/ids.ts";
import { recordId } from "../operations.ts";

// What was written on a record that was merged is part of the record that stays, for as long as that one is there.
const service = sharedService();
const companyId = idOf("com", "company");

const contact = async (person: Person, name: string) =>
  (await person.call("records.create", { type: "contact", values: { name } })).record.id;
const merge = async (person: Person, into: string, from: string) =>
  (await person.call("records.merge", { type: "contact", into, from: [from] })).operation_id;

/** Three contacts, each with a note and a call, of which One was merged into Two and Two into Three. */
async function given() {
  const ada = await service().given.admin();
  const ids: string[] = [];
  for (const name of ["One", "Two", "Three"]) {
    const id = await contact(ada, name);
    await ada.call("records.addNote", { id, text: `Allergic to ${name} peanuts` });
    await ada.call("records.logActivity", { id, kind: "call", outcome: `Rang ${name} about walnuts` });
    ids.push(id);
  }
  const [one = "", two = "", three = ""] = ids;
  await merge(ada, two, one);
  const second = await merge(ada, three, two);
  return { ada, one, two, three, second };
}

async function written(person: Person, id: string) {
  const timeline = await person.call("records.timeline", { id, limit: 100 });
  return {
    notes: (await person.call("records.notes", { id })).items.map(({ text }) => text.split(" ")[2]),
    timeline: timeline.items.flatMap(({ note }) => note?.text.split(" ")[2] ?? []),
    calls: (await person.call("records.activities", { record: id })).items.map(({ outcome }) => outcome.split(" ")[1]),
    found: (await person.call("assistant.search", { query: "peanuts one" })).results.map((result) => result.id),
  };
}

async function emptyTrash() {
  await service().database.query("update records set deleted_at = deleted_at - interval '31 days' where deleted_at is not null");
  await service().app.housekeep();
}

const ALL = ["Three", "Two", "One"];

test("two merges in a row: notes, calls and timeline of all three are on the record that stays, and stay when the trash is emptied", async () => {
  const { ada, three } = await given();
  const before = await written(ada, three);
  assert.deepEqual(before, { notes: ALL, timeline: ALL, calls: ALL, found: [three] });
  await emptyTrash();
  assert.deepEqual(await written(ada, three), before);
});

test("undoing the second merge gives each record its own parts back, and doing it again takes them", async () => {
  const { ada, two, three, second } = await given();
  const { operation_id: undo } = await ada.call("records.undo", { id: second });
  assert.deepEqual((await written(ada, three)).notes, ["Three"]);
  assert.deepEqual(await written(ada, two), { notes: ["Two", "One"], timeline: ["Two", "One"], calls: ["Two", "One"], found: [two] });
  await ada.call("records.undo", { id: undo });
  assert.deepEqual((await written(ada, three)).notes, ALL);
});

test("merged records go for good with the record that they are part of, and not before", async () => {
  const { ada, one, two, three } = await given();
  const kept = async () =>
    (
      await service().database.query("select title from records where id = any($1) order by title", [
        [one, two, three].map((id) => recordId.decode(id)),
      ])
    ).length;
  await emptyTrash();
  assert.equal(await kept(), 3);
  assert.deepEqual((await ada.call("records.trash", { type: "contact" })).items, [], "a merge of long ago is not listed as deleted");
  await ada.call("records.delete", { id: three });
  await emptyTrash();
  assert.equal(await kept(), 0);
  const company = companyId.decode((await ada.call("members.me", {})).company.id);
  const left = await service().database.query("select count(*)::int as count from notes where company_id = $1", [company]);
  assert.deepEqual(left, [{ count: 0 }]);
});
