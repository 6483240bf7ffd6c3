import assert from "node:assert/strict";
import { test } from "node:test";
import { checkFile, countsOf, importFile } from "../../../test/import-file.ts";
import { sharedService, type Person } from "../../../test/service.ts";

let worker: { stop(): Promise<void> } | undefined;
test.after(() => worker?.stop());
const service = sharedService();
test.beforeEach(async () => {
  worker ??= await service().app.startWorker();
});

const names = async (person: Person) =>
  (await person.call("records.list", { type: "contact", limit: 100, sort: "name" })).items.map((one) => one.title);

const TWICE = "name,email\nAda,ada@one.example\nBo,bo@one.example\nCy,CY@one.example\nDee,cy@one.example\nEve,eve@one.example\n";

for (const mode of ["upsert", "create"] as const) {
  const plan = mode === "upsert" ? { mode, match: "email" } : { mode };

  test(`${mode}: two rows with the same email are named by the check, and the second changes nothing unless that is chosen`, async () => {
    const ada = await service().given.admin();
    const checked = await checkFile(ada, "contact", TWICE, plan);
    assert.deepEqual(checked.repeats, { rows: 1, groups: [[4, 5]], field: "email" });
    assert.deepEqual(countsOf(checked), { rows: 5, created: 4, updated: 0, skipped: 0, failed: 1 });
    assert.deepEqual(
      checked.problems.map(({ row, column, message }) => [row, column, message]),
      [[5, "email", "Row 4 has the same email."]],
    );

    const done = await importFile(ada, "contact", TWICE, plan);
    assert.deepEqual([countsOf(done), done.repeats], [countsOf(checked), checked.repeats]);
    assert.deepEqual(await names(ada), ["Ada", "Bo", "Cy", "Eve"]);
    assert.deepEqual(await service().database.query("select from import_keys"), []);
  });
}

test("rows with the same email are imported one after the other where that is chosen", async () => {
  const ada = await service().given.admin();
  const done = await importFile(ada, "contact", TWICE, { mode: "upsert", match: "email", repeated_rows: "import" });
  assert.deepEqual(countsOf(done), { rows: 5, created: 4, updated: 1, skipped: 0, failed: 0 });
  assert.deepEqual(done.repeats.groups, [[4, 5]]);
  assert.deepEqual(await names(ada), ["Ada", "Bo", "Dee", "Eve"]);

  const other = await service().given.admin();
  const both = await importFile(other, "contact", TWICE, { mode: "create", repeated_rows: "import" });
  assert.deepEqual([countsOf(both).created, both.repeats.groups], [5, [[4, 5]]]);
});

test("a row far below that repeats one of the first rows is found, and one whose first row failed is not refused", async () => {
  const ada = await service().given.admin();
  await ada.call("records.create", { type: "contact", values: { name: "Two addresses", email: ["a@far.example", "b@far.example"] } });
  const many = Array.from({ length: 1_100 }, (_, at) => `Person ${at},p${at}@far.example`);
  const csv = [
    "name,email",
    "One,a@far.example",
    ",late@far.example",
    ...many,
    "Other,b@far.example",
    "Late,late@far.example",
    "Five,p5@far.example",
  ];
  const done = await importFile(ada, "contact", csv.join("\n"), { mode: "upsert", match: "email" });
  assert.deepEqual(done.repeats.groups, [
    [2, 1_104],
    [9, 1_106],
  ]);
  assert.deepEqual(countsOf(done), { rows: 1_105, created: 1_101, updated: 1, skipped: 0, failed: 3 });
});
