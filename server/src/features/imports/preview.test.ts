import assert from "node:assert/strict";
import { test } from "node:test";
import { untilImport, uploadFile } from "../../../test/import-file.ts";
import { sharedService } from "../../../test/service.ts";

let worker: { stop(): Promise<void> } | undefined;
test.after(() => worker?.stop());
const service = sharedService();
test.beforeEach(async () => {
  worker ??= await service().app.startWorker();
});

const columns = (...fields: string[]) => fields.map((field, column) => ({ column, field }));

test("a preview shows the first rows as the records they would become, and writes nothing", async () => {
  const ada = await service().given.admin();
  await ada.call("records.create", { type: "organization", values: { name: "Aldermoor Water" } });
  await ada.call("records.create", { type: "contact", values: { name: "Known", email: "known@preview.example", city: "Lund" } });
  const csv =
    "name,email,city,organization,owner\nNew,NEW@preview.example,,aldermoor water,Ada Admin\n\nKnown,known@preview.example,Oslo,,\nKnown,known@preview.example,,,\nBad,nonsense,,Nobody,\n";
  const id = await uploadFile(ada, "contact", csv);
  const mapping = columns("name", "email", "city", "organization", "owner");
  const { rows } = await ada.call("imports.preview", { id, mapping, mode: "upsert", match: "email" });

  assert.deepEqual(
    rows.map(({ row, status }) => [row, status]),
    [
      [2, "created"],
      [4, "updated"],
      [5, "failed"],
      [6, "failed"],
    ],
  );
  const [first, second, , last] = rows;
  assert.deepEqual(Object.keys(first?.values ?? {}).sort(), ["email", "name", "organization", "owner"]);
  assert.deepEqual(first?.values["email"], ["new@preview.example"]);
  assert.equal((first?.values["organization"] as { title: string } | undefined)?.title, "Aldermoor Water");
  assert.equal((first?.values["owner"] as { name: string } | undefined)?.name, "Ada Admin");
  assert.equal(second?.values["city"], "Oslo");
  assert.deepEqual(
    last?.problems.map(({ field, column, given }) => [field, column, given]),
    [["email", "email", "nonsense"]],
  );
  assert.equal((await ada.call("records.list", { type: "contact", limit: 10 })).items.length, 1);
  assert.equal((await ada.call("imports.get", { id })).state, "ready");
});

test("a preview complains about a plan as a check does, and a file that is not all here", async () => {
  const ada = await service().given.admin();
  const id = await uploadFile(ada, "contact", "a,b\n1,2\n");
  await assert.rejects(ada.call("imports.preview", { id, mapping: columns("city"), mode: "create" }), { code: "invalid_input" });
  const { id: empty } = await ada.call("imports.create", { type: "contact", name: "x.csv", size: 5 });
  await assert.rejects(ada.call("imports.preview", { id: empty, mapping: columns("name"), mode: "create" }), { code: "not_uploaded" });
});

test("another member's file cannot be previewed", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const id = await uploadFile(ada, "contact", "name\nNoor\n");
  await assert.rejects(max.call("imports.preview", { id, mapping: columns("name"), mode: "create" }), { code: "not_found" });
});

test("the delimiter and encoding that somebody chose are taken over those found out", async () => {
  const ada = await service().given.admin();
  const id = await uploadFile(ada, "contact", "name|city,country\nÅsa|Malmö,Sweden\n");
  const seen = await ada.call("imports.inspect", { id, delimiter: "|" });
  assert.deepEqual([seen.delimiter, seen.columns.map((one) => one.name)], ["|", ["name", "city,country"]]);
  const garbled = await ada.call("imports.inspect", { id, delimiter: "|", encoding: "windows-1252" });
  assert.deepEqual([garbled.encoding, garbled.rows[0]?.[0]], ["windows-1252", "Ã…sa"]);

  await ada.call("imports.check", { id, mapping: columns("name", "city"), mode: "create", delimiter: "|" });
  const checked = await untilImport(ada, id, "checked", "failed");
  assert.deepEqual([checked.created, checked.delimiter, checked.encoding], [1, "|", "utf-8"]);
  await ada.call("imports.start", { id });
  await untilImport(ada, id, "done", "failed");
  const [made] = (await ada.call("records.list", { type: "contact", limit: 10 })).items;
  assert.deepEqual([made?.title, made?.values["city"]], ["Åsa", "Malmö,Sweden"]);
});

test("columns that go to no field are named by the check and by the result", async () => {
  const ada = await service().given.admin();
  const csv = "name,Region,email,Fax,Rabatt\nNoor,Nord,noor@left.example,1,2\n";
  const id = await uploadFile(ada, "contact", csv);
  assert.deepEqual((await ada.call("imports.get", { id })).columns_not_imported, [], "nothing is chosen yet");
  const mapping = [
    { column: 0, field: "name" },
    { column: 2, field: "email" },
  ];
  await ada.call("imports.check", { id, mapping, mode: "create" });
  const checked = await untilImport(ada, id, "checked", "failed");
  assert.deepEqual(checked.columns_not_imported, ["Region", "Fax", "Rabatt"]);
  await ada.call("imports.start", { id });
  const done = await untilImport(ada, id, "done", "failed");
  assert.deepEqual(done.columns_not_imported, ["Region", "Fax", "Rabatt"]);
});

test("each suggestion says what the field was recognised by", async () => {
  const ada = await service().given.admin();
  const id = await uploadFile(ada, "contact", "Name,Mobile,Reach at,Nonsense\nAnneke,+49 30 901820,a@b.example,x\n");
  const { columns: seen } = await ada.call("imports.inspect", { id });
  assert.deepEqual(
    seen.map(({ field, certainty }) => [field, certainty]),
    [
      ["name", "name"],
      ["phone", "synonym"],
      ["email", "content"],
      [null, null],
    ],
  );
});
