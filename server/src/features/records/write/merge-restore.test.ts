import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService, type Person } from "../../../../test/service.ts";

const service = sharedService();

async function contact(person: Person, name: string, email: string): Promise<string> {
  return (await person.call("records.create", { type: "contact", values: { name, email: [email] } })).record.id;
}

/** Two contacts of a new company, the second merged into the first. */
async function given() {
  const ada = await service().given.admin();
  const into = await contact(ada, "Anneke Vos", "anneke@one.example");
  const from = await contact(ada, "A. Vos", "vos@two.example");
  const { operation_id: merge } = await ada.call("records.merge", { type: "contact", into, from: [from] });
  return { ada, into, from, merge };
}

const withEmail = async (person: Person, email: string) =>
  (await person.call("records.list", { type: "contact", filter: `email:${email}` })).items.map((one) => one.id);

test("a merged record is not restored: the error says which operation to undo, and that undo reverts the merge", async () => {
  const { ada, into, from, merge } = await given();
  const refusal = await ada.post("records.restore", { id: from });
  const problem = (await refusal.json()) as { code: string; detail: string };
  assert.equal(refusal.status, 409);
  assert.equal(problem.code, "record_merged");
  assert.ok(problem.detail.includes(merge) && problem.detail.includes(into), problem.detail);
  assert.deepEqual(await withEmail(ada, "vos@two.example"), [into]);

  const { key } = await ada.key();
  const rest = await service().rest(key, "POST", `/records/contact/${from}/restore`);
  assert.deepEqual([rest.status, ((await rest.json()) as { code: string }).code], [409, "record_merged"]);

  await ada.call("records.undo", { id: merge });
  assert.deepEqual(await withEmail(ada, "vos@two.example"), [from]);
  assert.equal((await ada.call("records.restore", { id: from })).record.deleted_at, null);
});

test("undoing an older deletion does not restore a record that was merged into another", async () => {
  const ada = await service().given.admin();
  const into = await contact(ada, "Anneke Vos", "anneke@one.example");
  const from = await contact(ada, "A. Vos", "vos@two.example");
  const { operation_id: deletion } = await ada.call("records.delete", { id: from });
  await ada.call("records.restore", { id: from });
  await ada.call("records.merge", { type: "contact", into, from: [from] });
  await assert.rejects(ada.call("records.undo", { id: deletion }), { code: "cannot_undo" });
  assert.deepEqual(await withEmail(ada, "vos@two.example"), [into]);
});

test("undoing the undo of a merge merges again", async () => {
  const { ada, into, from, merge } = await given();
  const { operation_id: undo } = await ada.call("records.undo", { id: merge });
  await ada.call("records.undo", { id: undo });
  assert.deepEqual(await withEmail(ada, "vos@two.example"), [into]);
  await assert.rejects(ada.call("records.restore", { id: from }), { code: "record_merged" });
  const { items } = await ada.call("records.timeline", { id: into });
  assert.ok(items.some((item) => item.kind === "record.merged"));
});

test("a record that was merged and restored by an older version does not stop the trash from being emptied", async () => {
  const { ada, into, from } = await given();
  const eve = await service().given.admin();
  const other = await contact(eve, "Somebody Else", "else@three.example");
  await eve.call("records.delete", { id: other });
  const { query } = service().database;
  await query("update records set deleted_at = null where merged_into is not null and title = 'A. Vos' and deleted_at is not null");
  await ada.call("records.delete", { id: into });
  await query("update records set deleted_at = now() - interval '31 days' where deleted_at is not null and title <> 'A. Vos'");

  await service().app.housekeep();
  for (const [person, id] of [
    [ada, into],
    [eve, other],
  ] as const)
    await assert.rejects(person.call("records.get", { id }), { code: "not_found" });
  assert.equal((await ada.call("records.get", { id: from })).deleted_at, null);
  await ada.call("records.delete", { id: from });
  assert.equal((await ada.call("records.restore", { id: from })).record.id, from);
});

test("a record in the trash is restored if the record it was merged into was deleted for good", async () => {
  const { ada, into, from } = await given();
  await ada.call("records.delete", { id: into });
  await service().database.query(
    "update records set deleted_at = now() - interval '31 days' where title = 'Anneke Vos' and deleted_at is not null",
  );
  await service().app.housekeep();
  assert.equal((await ada.call("records.restore", { id: from })).record.deleted_at, null);
});
