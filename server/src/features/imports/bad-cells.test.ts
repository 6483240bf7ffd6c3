import assert from "node:assert/strict";
import { test } from "node:test";
import { checkFile, countsOf, importFile, untilImport, uploadFile } from "../../../test/import-file.ts";
import { sharedService, type Person } from "../../../test/service.ts";

let worker: { stop(): Promise<void> } | undefined;
test.after(() => worker?.stop());
const service = sharedService();
test.beforeEach(async () => {
  worker ??= await service().app.startWorker();
});

const all = async (person: Person, type: string) => (await person.call("records.list", { type, limit: 100, sort: "name" })).items;
const titlesOf = async (person: Person, type: string) => (await all(person, type)).map((one) => one.title);
const columnOf = (report: Awaited<ReturnType<typeof checkFile>>, field: string) => report.by_column.find((one) => one.field === field);

test("organizations that do not exist are made once, counted by the check, and go with the import", async () => {
  const ada = await service().given.admin();
  await ada.call("records.create", { type: "organization", values: { name: "Known GmbH" } });
  const csv =
    "Name,Email,Firma\nAnneke,a@new.example,Neu AG\nNoor,n@new.example, NEU ag \nBram,b@new.example,known gmbh\nKees,nonsense,Kees BV\n,x@new.example,Never SE\nLena,l@new.example,\n";
  const checked = await checkFile(ada, "contact", csv);
  assert.deepEqual(
    [countsOf(checked), columnOf(checked, "organization")?.new_records],
    [{ rows: 6, created: 5, updated: 0, skipped: 0, failed: 1 }, 2],
  );
  assert.deepEqual(await titlesOf(ada, "organization"), ["Known GmbH"], "a check writes nothing");

  await ada.call("imports.start", { id: checked.id });
  const done = await untilImport(ada, checked.id, "done", "failed");
  assert.deepEqual(countsOf(done), countsOf(checked));
  assert.deepEqual(done.by_column, checked.by_column, "the check says what the import does, column by column");
  assert.deepEqual(await titlesOf(ada, "organization"), ["Kees BV", "Known GmbH", "Neu AG"], "a row that is refused makes none");
  const organizations = (await all(ada, "contact")).map((one) => [
    one.title,
    (one.values["organization"] as { title: string } | null)?.title,
  ]);
  assert.deepEqual(organizations, [
    ["Anneke", "Neu AG"],
    ["Bram", "Known GmbH"],
    ["Kees", "Kees BV"],
    ["Lena", undefined],
    ["Noor", "Neu AG"],
  ]);

  await ada.call("imports.undo", { id: done.id });
  assert.equal((await untilImport(ada, done.id, "undone", "failed")).state, "undone");
  assert.deepEqual([await titlesOf(ada, "organization"), await titlesOf(ada, "contact")], [["Known GmbH"], []]);
});

test("an organization that an import made stays when somebody else's record needs it", async () => {
  const ada = await service().given.admin();
  const done = await importFile(ada, "contact", "Name,Firma\nAnneke,Neu AG\n");
  await ada.call("records.create", { type: "deal", values: { name: "Pumps", organization: "Neu AG" } });
  await ada.call("imports.undo", { id: done.id });
  const undone = await untilImport(ada, done.id, "undone", "failed");
  assert.deepEqual([undone.restored, undone.kept, undone.kept_records[0]?.title], [1, 1, "Neu AG"]);
  assert.deepEqual([await titlesOf(ada, "organization"), await titlesOf(ada, "contact")], [["Neu AG"], []]);
});

test("an unknown organization is left out with a warning, or refuses the row, by choice", async () => {
  const ada = await service().given.admin();
  const csv = "Name,Firma\nAnneke,Neu AG\nNoor,Neu AG\nLena,\n";
  const left = await checkFile(ada, "contact", csv, { unknown: "leave_empty", bad_cells: "refuse_row" });
  assert.deepEqual([countsOf(left).created, left.failed, left.warned], [3, 0, 2]);
  assert.deepEqual(columnOf(left, "organization")?.reasons, [{ message: 'There is no organization "Neu AG".', count: 2 }]);
  assert.deepEqual(
    left.warnings.map(({ row, column }) => [row, column]),
    [
      [2, "Firma"],
      [3, "Firma"],
    ],
  );
  const refused = await checkFile(ada, "contact", csv, { unknown: "refuse_row" });
  assert.deepEqual([refused.created, refused.failed], [1, 2]);
});

test("records are made only from names: not from an id, nor where two are meant, nor where more than a name is needed", async () => {
  const ada = await service().given.admin();
  const other = await service().given.admin();
  const { record } = await other.call("records.create", { type: "organization", values: { name: "Theirs" } });
  for (let twice = 0; twice < 2; twice++) await ada.call("records.create", { type: "organization", values: { name: "Twin" } });
  const done = await importFile(ada, "contact", `Name,Firma\nAnneke,${record.id}\nNoor,Twin\nBram,One\n`);
  assert.deepEqual([done.created, done.warned, columnOf(done, "organization")?.new_records], [3, 2, 1]);
  assert.deepEqual(await titlesOf(ada, "organization"), ["One", "Twin", "Twin"]);

  await ada.call("types.addField", { type: "organization", key: "number", label: "Number", field_type: "text", is_required: true });
  const id = await uploadFile(ada, "contact", "Name,Firma\nAnneke,Two\n");
  const { columns } = await ada.call("imports.inspect", { id });
  assert.equal(columns[1]?.unknown, "leave_empty");
  const mapping = [
    { column: 0, field: "name" },
    { column: 1, field: "organization", unknown: "create" as const },
  ];
  await assert.rejects(ada.call("imports.check", { id, mapping, mode: "create" }), { code: "invalid_input" });
});

test("a cell that cannot be read is left empty and told, but never a name nor what rows are matched by", async () => {
  const ada = await service().given.admin();
  const csv =
    "Name,Email,Source,Last contacted,Do not contact,Owner\nAnneke,a@cell.example,Messe,31.02.2026,vielleicht,Nobody\nNoor,nonsense,Event,,ja,\n,c@cell.example,,,,\nBlank,,Messe,,,\n";
  const done = await importFile(ada, "contact", csv, { mode: "upsert", match: "email" });
  assert.deepEqual(countsOf(done), { rows: 4, created: 2, updated: 0, skipped: 0, failed: 2 });
  assert.deepEqual(
    done.problems.map(({ row, column }) => [row, column]),
    [
      [3, "Email"],
      [4, "Name"],
    ],
  );
  assert.match(done.problems[0]?.message ?? "", /^Expected an email address such as/, "what to write, not only that it is wrong");
  assert.equal(done.warned, 2);
  assert.deepEqual(done.warnings.map(({ row, column }) => `${row} ${column}`).sort(), [
    "2 Do not contact",
    "2 Last contacted",
    "2 Owner",
    "2 Source",
    "5 Email",
    "5 Source",
  ]);
  const [anneke] = await all(ada, "contact");
  assert.deepEqual(
    ["source", "last_contacted", "do_not_contact"].filter((key) => anneke?.values[key] !== undefined),
    [],
  );
  assert.deepEqual(
    [columnOf(done, "source"), columnOf(done, "name")],
    [
      {
        column: "Source",
        field: "source",
        created: 0,
        updated: 0,
        left_empty: 2,
        reasons: [{ message: 'Not an option: "Messe".', count: 2 }],
        new_records: 0,
      },
      { column: "Name", field: "name", created: 2, updated: 0, left_empty: 0, reasons: [], new_records: 0 },
    ],
  );

  const { csv: warnings } = await ada.call("imports.errors", { id: done.id, which: "warnings" });
  assert.match(warnings, /^Name,Email,.*Row,Problem\r\nAnneke,.*,2,.*Blank,,Messe,,,,5,/s);
  const { csv: refused } = await ada.call("imports.errors", { id: done.id });
  assert.equal(refused.trimEnd().split("\r\n").length, 3);
});

test("cells that are wrong in their own way are counted together, and the example to try stays", async () => {
  const ada = await service().given.admin();
  const csv = "Name,Last contacted\nAnneke,2026-11-20\nNoor,soonish\nLena,whenever\n";
  const checked = await checkFile(ada, "contact", csv);
  assert.deepEqual(columnOf(checked, "last_contacted")?.reasons, [{ message: '… is not a date. Try 2026-11-20 or "friday".', count: 2 }]);
});

test("yes and no, names of months and numbers of phones are read as their country writes them", async () => {
  const ada = await service().given.admin();
  await ada.call("companies.update", { country: "DE" });
  const csv = [
    "Name;Telefon;Letzter Kontakt;Nicht kontaktieren",
    "Anneke;030 901820;20. März 2026;ja",
    "Benoît;0049 30 901821;1er août 2026;non",
    "Carmen;(030) 901822;20 de noviembre de 2026;sí",
    "Dirk;+31 20 5551234;3 dec 2026;nein",
  ].join("\n");
  const done = await importFile(ada, "contact", csv);
  assert.deepEqual([done.created, done.warned], [4, 0], JSON.stringify(done.warnings));
  assert.deepEqual(
    (await all(ada, "contact")).map(({ values }) => [
      values["phone"],
      String(values["last_contacted"]).slice(0, 10),
      values["do_not_contact"],
    ]),
    [
      [["+4930901820"], "2026-03-20", true],
      [["+4930901821"], "2026-08-01", false],
      [["+4930901822"], "2026-11-20", true],
      [["+31205551234"], "2026-12-03", false],
    ],
  );
});

test("the format of numbers and dates is inferred from the whole column, shown, and can be changed", async () => {
  const ada = await service().given.admin();
  const inferred = async (csv: string) => {
    const { columns } = await ada.call("imports.inspect", { id: await uploadFile(ada, "deal", csv) });
    return columns.slice(1).map((one) => [one.format, one.is_format_guessed]);
  };
  // The only amount that decides comes after the head of the file.
  const late = Array.from({ length: 20_000 }, (_, at) => `Deal ${at},12.500,05/06/2026`).join("\n");
  assert.deepEqual(await inferred(`Name,Amount,Close date\n${late}\nLast,"1.250,50",25/06/2026\n`), [
    ["1.234,5", false],
    ["day_month_year", false],
  ]);
  assert.deepEqual(await inferred("Name;Betrag;Abschlussdatum\nA;12.500;01.02.2026\n"), [
    ["1.234,5", true],
    ["day_month_year", false],
  ]);
  assert.deepEqual(await inferred("Name,Amount,Close date\nA,12.500,05/06/2026\n"), [
    ["1,234.5", true],
    ["day_month_year", true],
  ]);

  const done = await importFile(ada, "deal", "Name;Betrag;Abschlussdatum\nA;12.500;01.02.2026\nB;1.250,5 €;31.02.2026\nC;$1,200.00;\n");
  const deals = await all(ada, "deal");
  assert.deepEqual(
    deals.map(({ values }) => [values["amount"] ?? null, values["close_date"] ?? null]),
    [
      ["12500", "2026-02-01"],
      ["1250.5", null],
      [null, null],
    ],
  );
  assert.equal(done.warned, 2);
});

test("a unique value that another record or row has refuses its row, even where bad cells are left empty", async () => {
  const ada = await service().given.admin();
  await ada.call("types.addField", { type: "contact", key: "erp_id", label: "ERP id", field_type: "text", is_unique: true });
  await ada.call("records.create", { type: "contact", values: { name: "Known", erp_id: "A-1" } });
  const csv =
    "Name,ERP id,Email\nTwin,a-1,twin@new.example\nMended,A-2,nonsense\nRight,A-2,right@new.example\nOther,A-3,other@new.example\n";
  const checked = await checkFile(ada, "contact", csv);
  assert.deepEqual(countsOf(checked), { rows: 4, created: 2, updated: 0, skipped: 0, failed: 2 });
  await ada.call("imports.start", { id: checked.id });
  const done = await untilImport(ada, checked.id, "done", "failed");
  assert.deepEqual(countsOf(done), countsOf(checked), "the check said so");
  assert.deepEqual(await titlesOf(ada, "contact"), ["Known", "Mended", "Other"]);
  const [twin, second] = done.problems;
  assert.match(twin?.message ?? "", /has this ERP id, which is unique/);
  assert.match(second?.message ?? "", /comes twice/);
});
