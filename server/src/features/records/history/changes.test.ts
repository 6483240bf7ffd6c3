import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { TEST_SECRET } from "../../../../../scripts/test-database.ts";
import { createCursors } from "../../../platform/cursors.ts";
import { packPosition, positionAt } from "../../../platform/log-reader/position.ts";
import { sharedService, type Person } from "../../../../test/service.ts";
import { CHANGE_KINDS } from "../shapes.ts";

const service = sharedService();

const create = async (person: Person, name: string) =>
  (await person.call("records.create", { type: "contact", values: { name } })).record.id;

test("records.changes after now begins at the end, and gives what happens from then on", async () => {
  const ada = await service().given.admin();
  await create(ada, "Before");
  const start = await ada.call("records.changes", { after: "now" });
  assert.deepEqual([start.items, start.has_more], [[], false]);
  assert.deepEqual((await ada.call("records.changes", { after: start.position })).items, []);
  const later = await create(ada, "Later");
  const { items } = await ada.call("records.changes", { after: start.position });
  assert.deepEqual(
    items.map((one) => [one.kind, one.record.id, one.record.title]),
    [["record.created", later, "Later"]],
  );
});

test("records.changes names the record that another was merged into, and the version of each by now", async () => {
  const ada = await service().given.admin();
  const [into, from] = [await create(ada, "Ines Vos"), await create(ada, "I. Vos")];
  await ada.call("records.merge", { type: "contact", into, from: [from] });
  const { items } = await ada.call("records.changes", {});
  const merged = items.filter((one) => one.kind === "record.merged");
  assert.deepEqual(
    merged.map((one) => [one.record.id, one.merged_into]),
    [[from, into]],
  );
  assert.ok(items.filter((one) => one.kind !== "record.merged").every((one) => one.merged_into === null));
  for (const id of [into, from]) {
    const { version } = await ada.call("records.get", { id });
    assert.deepEqual([...new Set(items.filter((one) => one.record.id === id).map((one) => one.version))], [version]);
  }
});

test("records.changes says null as the version of a record that is gone for good", async () => {
  const ada = await service().given.admin();
  const id = await create(ada, "Gone");
  const { operation_id: operation } = await ada.call("records.delete", { id });
  await service().database.query("delete from record_identifiers where record_id in (select id from records where title = 'Gone')");
  await service().database.query("delete from records where title = 'Gone'");
  const { items } = await ada.call("records.changes", {});
  assert.deepEqual(
    items.map((one) => [one.kind, one.version]),
    [
      ["record.created", null],
      ["record.deleted", null],
    ],
  );
  assert.equal(items.at(-1)?.operation_id, operation);
});

test("records.changes gives the documented kinds and no others: a dismissed duplicate changes no record", async () => {
  const ada = await service().given.admin();
  const [record, other] = [await create(ada, "Ines Vos"), await create(ada, "Ines Voss")];
  await ada.call("duplicates.dismiss", { type: "contact", record, other });
  await ada.call("records.addNote", { id: record, text: "Met at the fair" });
  const { items } = await ada.call("records.changes", {});
  assert.deepEqual(
    items.map((one) => one.kind),
    ["record.created", "record.created", "note.added"],
  );
  assert.deepEqual(CHANGE_KINDS.toSorted(), [
    "activity.deleted",
    "activity.joined",
    "activity.logged",
    "activity.restored",
    "activity.updated",
    "file.attached",
    "file.removed",
    "file.renamed",
    "file.restored",
    "note.added",
    "note.pinned",
    "note.removed",
    "note.unpinned",
    "note.updated",
    "record.created",
    "record.deleted",
    "record.merged",
    "record.restored",
    "record.updated",
  ]);
  const guide = readFileSync(new URL("../../../../../docs/guides/sync.md", import.meta.url), "utf8");
  assert.deepEqual(
    CHANGE_KINDS.filter((kind) => !guide.includes(`\`${kind}\``)),
    [],
    "the guide names each",
  );
});

test("records.changes refuses a position ahead of the database, which it would otherwise take for read", async () => {
  const ada = await service().given.admin();
  await create(ada, "Before");
  const cursors = createCursors(TEST_SECRET);
  const [{ company } = { company: "" }] = await service().database.query("select company_id as company from users where email = $1", [
    ada.email,
  ]);
  const ahead = packPosition(positionAt("99999999999:99999999999:"));
  const after = cursors.seal(String(company), "records.changes by place", ahead);
  await assert.rejects(ada.call("records.changes", { after }), { code: "log_restored", status: 503 });
});
