import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { countsOf, readImport, untilImport, uploadFile } from "../../../test/import-file.ts";
import { workbook } from "../../../test/make-workbook.ts";
import { readCsv } from "../../platform/csv.ts";
import { sharedService, type Person } from "../../../test/service.ts";

const FILES = join(import.meta.dirname, "../../../test/files");

let worker: { stop(): Promise<void> } | undefined;
test.after(() => worker?.stop());
const service = sharedService();
test.beforeEach(async () => {
  worker ??= await service().app.startWorker();
});

/** Takes every suggestion, as somebody who clicks on. */
async function clickOn(person: Person, type: string, file: Buffer) {
  const id = await uploadFile(person, type, file);
  const { columns, mode, match } = await person.call("imports.inspect", { id });
  const mapping = columns.flatMap(({ column, field, format, unknown }) =>
    field && field !== "id" ? [{ column, field, ...(format ? { format } : {}), ...(unknown ? { unknown } : {}) }] : [],
  );
  await person.call("imports.check", { id, mapping, mode, ...(match ? { match } : {}) });
  const checked = await untilImport(person, id, "checked", "failed");
  await person.call("imports.start", { id });
  return { columns, checked, done: await untilImport(person, id, "done", "failed") };
}

test("a German file of 500 rows with bad cells: every row and every cell is accounted for", async () => {
  const ada = await service().given.admin();
  await ada.call("companies.update", { country: "DE" });
  await ada.call("types.addField", { type: "contact", key: "amount", label: "Amount", field_type: "money" });
  const { columns, checked, done } = await clickOn(ada, "contact", await readFile(join(FILES, "bad-cells.csv")));

  assert.deepEqual(
    columns.map((one) => [one.name, one.field]),
    [
      ["Vorname", "name"],
      ["Nachname", "name"],
      ["E-Mail-Adresse", "email"],
      ["Telefon", "phone"],
      ["Firma", "organization"],
      ["Letzter Kontakt", "last_contacted"],
      ["Nicht kontaktieren", "do_not_contact"],
      ["Ort", "city"],
      ["Quelle", "source"],
      ["Auftragswert", "amount"],
      ["Bemerkung", null],
    ],
  );
  assert.deepEqual([columns[5]?.format, columns[9]?.format], ["day_month_year", "1.234,5"]);
  assert.deepEqual(countsOf(done), { rows: 500, created: 463, updated: 0, skipped: 0, failed: 37 });
  assert.deepEqual([countsOf(checked), checked.by_column], [countsOf(done), done.by_column], "the check said so");

  const { rows, failed } = await everyReport(ada, done.id);
  assert.equal(failed.size, done.failed);
  assert.equal(rows.size, done.warned);
  const contacts = (
    await service().database.query(
      "select data from records where deleted_at is null and type_id in (select id from record_types where key = 'contact')",
    )
  ).map((row) => row["data"] as Record<string, unknown>);
  assert.equal(contacts.length, 463);
  const amounts = new Set(contacts.map((one) => String(one["amount"])));
  assert.deepEqual([...amounts].sort(), ["1250.5", "12500", "8000", "950", "undefined"]);
  const days = new Set(contacts.map((one) => String(one["last_contacted"] ?? "").slice(0, 4)));
  assert.deepEqual(
    [...days].sort(),
    ["", "2025", "2026"].filter((year) => days.has(year)),
  );
  for (const phone of contacts.flatMap((one) => (one["phone"] as string[] | undefined) ?? [])) assert.match(phone, /^\+(49|43)\d+$/);
  const [organizations] = await service().database.query(
    "select count(*)::int as count, count(distinct fold(title))::int as names from records where type_id in (select id from record_types where key = 'organization')",
  );
  assert.equal(organizations?.["count"], organizations?.["names"], "each organization is there once");
  assert.equal(organizations?.["count"], done.by_column.find((one) => one.field === "organization")?.new_records);
});

/** Every row of the two files, by its number. */
async function everyReport(person: Person, id: string) {
  const numbers = async (which: "refused" | "warnings") => {
    const { csv } = await person.call("imports.errors", { id, which });
    const { rows } = readCsv(Buffer.from(csv), { delimiter: ",", encoding: "utf-8" }, 1_000, true);
    return new Set(rows.slice(1).map(({ cells }) => cells.at(-2)));
  };
  return { rows: await numbers("warnings"), failed: await numbers("refused") };
}

test("a workbook of LibreOffice is imported, and another sheet can be chosen", async () => {
  const ada = await service().given.admin();
  const id = await uploadFile(ada, "contact", await readFile(join(FILES, "libreoffice.xlsx")));
  const file = await untilImport(ada, id, "ready", "failed");
  assert.deepEqual([file.sheets?.map((one) => one.name), file.sheet], [["Kontakte", "Hidden", "Firmen"], 0]);
  const seen = await ada.call("imports.inspect", { id });
  assert.deepEqual(
    seen.columns.map((one) => one.name),
    ["Name", "Betrag", "Datum", "Zeitpunkt", "Ja?", "Notiz", "Uhrzeit", "Genau"],
  );
  const mapping = [
    { column: 0, field: "name" },
    { column: 3, field: "last_contacted" },
    { column: 4, field: "do_not_contact" },
    { column: 5, field: "city" },
  ];
  await ada.call("imports.check", { id, mapping, mode: "create" });
  await untilImport(ada, id, "checked", "failed");
  await ada.call("imports.start", { id });
  const done = await untilImport(ada, id, "done", "failed");
  assert.deepEqual(countsOf(done), { rows: 5, created: 5, updated: 0, skipped: 0, failed: 0 });
  const { items } = await ada.call("records.list", { type: "contact", filter: 'name:"Anneke Vos"', limit: 1 });
  assert.deepEqual(
    [items[0]?.values["last_contacted"], items[0]?.values["do_not_contact"], items[0]?.values["city"]],
    ["2026-11-20T09:30:00.000Z", true, 'a & b <c> "d"\nnew line'],
  );

  const again = await uploadFile(ada, "organization", await readFile(join(FILES, "libreoffice.xlsx")));
  await untilImport(ada, again, "ready");
  await ada.call("imports.chooseSheet", { id: again, sheet: 2 });
  await untilImport(ada, again, "ready", "failed");
  const { columns, rows } = await ada.call("imports.inspect", { id: again });
  assert.deepEqual(
    columns.map(({ name, field }) => [name, field]),
    [
      ["Column 1", null],
      ["Firma", "name"],
      ["Ort", "city"],
    ],
  );
  assert.deepEqual(rows, [["", "Aldermoor GmbH", "Köln"]]);
  await assert.rejects(ada.call("imports.chooseSheet", { id: again, sheet: 3 }), { code: "no_such_sheet" });
});

test("a workbook that cannot be read says so, and one without rows too", async () => {
  const ada = await service().given.admin();
  const failureOf = async (bytes: Buffer) => {
    const id = await uploadFile(ada, "contact", bytes);
    const { state, failure } = await untilImport(ada, id, "ready", "failed");
    await assert.rejects(ada.call("imports.inspect", { id }));
    return [state, failure?.slice(0, 24)];
  };
  assert.deepEqual(await failureOf(Buffer.from("PK\x03\x04 a workbook")), ["failed", "The workbook is damaged."]);
  assert.deepEqual(await failureOf(workbook({ Empty: [], Blank: [[""]] })), ["failed", 'The sheet "Blank" is emp']);
});

test("a cover sheet without cells is passed over, and rows keep the numbers of the sheet", async () => {
  const ada = await service().given.admin();
  const id = await uploadFile(ada, "contact", workbook({ Cover: [], People: [["Name"], ["Anneke"], [""], [""]] }));
  assert.equal((await untilImport(ada, id, "ready", "failed")).sheet, 1);
  assert.equal((await readImport(ada, id)).failure, null);
  const stranger = await service().given.member(ada);
  await assert.rejects(stranger.call("imports.chooseSheet", { id, sheet: 0 }), { code: "not_found" });
});
