import assert from "node:assert/strict";
import { test } from "node:test";
import { checkFile, countsOf, importFile, untilImport, uploadFile } from "../../../test/import-file.ts";
import { sharedService, type Person } from "../../../test/service.ts";
import { PART_BYTES } from "./operations.ts";
import { stopwatch, within } from "../../../test/measured.ts";
import { until } from "../../../test/waiting.ts";

let worker: { stop(): Promise<void> } | undefined;
test.after(() => worker?.stop());
const service = sharedService();
test.beforeEach(async () => {
  worker ??= await service().app.startWorker();
});

const all = async (person: Person, type: string) => (await person.call("records.list", { type, limit: 100, sort: "name" })).items;

test("a file of contacts becomes contacts, with values of every kind", async () => {
  const ada = await service().given.admin();
  await ada.call("records.create", { type: "organization", values: { name: "Aldermoor Water" } });
  const done = await importFile(
    ada,
    "contact",
    '\uFEFFFirst name;Last name;E-Mail;Mobile;Company;Position;Last contacted;Do not contact\r\nAnneke;Vos;Anneke@Aldermoor.example, vos@home.example;+49 30 901820;aldermoor water;"Buyer; senior";20.11.2026;yes\r\n\r\nNoor;Lind;noor@lind.example;;;;;no\r\n',
  );

  assert.deepEqual(countsOf(done), { rows: 2, created: 2, updated: 0, skipped: 0, failed: 0 });
  const [anneke, noor] = await all(ada, "contact");
  assert.equal(anneke?.title, "Anneke Vos");
  assert.deepEqual(anneke?.values["email"], ["anneke@aldermoor.example", "vos@home.example"]);
  assert.deepEqual(anneke?.values["phone"], ["+4930901820"]);
  assert.equal((anneke?.values["organization"] as { title: string } | undefined)?.title, "Aldermoor Water");
  assert.equal(anneke?.values["job_title"], "Buyer; senior");
  assert.equal(String(anneke?.values["last_contacted"]).slice(0, 10), "2026-11-20");
  assert.deepEqual([anneke?.values["do_not_contact"], noor?.values["do_not_contact"]], [true, false]);
  assert.equal(done.progress, 1);
});

test("columns are recognised by key, label, synonym and content", async () => {
  const ada = await service().given.admin();
  const fieldsOf = async (type: string, csv: string | Buffer) => {
    const seen = await ada.call("imports.inspect", { id: await uploadFile(ada, type, csv) });
    return { ...seen, fields: seen.columns.map((one) => one.field), formats: seen.columns.map((one) => one.format) };
  };
  const deal = await fieldsOf(
    "deal",
    "Deal name\tDeal value\tclose_date\tPipeline Stage\tAccount\tnonsense\nFlow\t1.234,50\t31.12.2026\tWon\tAldermoor\tx\n",
  );
  assert.equal(deal.delimiter, "\t");
  assert.deepEqual(deal.fields, ["name", "amount", "close_date", "stage", "organization", null]);
  assert.deepEqual(deal.formats, [undefined, "1.234,5", "day_month_year", undefined, undefined, undefined]);
  const contact = await fieldsOf(
    "contact",
    "Full Name,Title,A,B,Work email\nAnneke,Buyer,+49 30 901820,x,a@b.example\nNoor,CEO,0031 20 1234567,y,n@b.example\n",
  );
  assert.deepEqual(contact.fields, ["name", "job_title", "phone", null, "email"]);
  const content = await fieldsOf("contact", "name,c1,c2\nAnneke,a@b.example,(030) 901820\n");
  assert.deepEqual(content.fields, ["name", "email", "phone"]);
  const old = await fieldsOf("contact", Buffer.from("Name;Ort\nZo\xeb;K\xf6ln\n", "latin1"));
  assert.deepEqual([old.encoding, old.rows], ["windows-1252", [["Zoë", "Köln"]]]);
  const american = await fieldsOf("task", "Task,Due date\nCall,11/20/2026\nMail,1/2/2026\n");
  assert.deepEqual([american.fields, american.formats[1]], [["name", "due"], "month_day_year"]);
});

test("a check writes nothing and says what is wrong by row and column", async () => {
  const ada = await service().given.admin();
  const report = await checkFile(
    ada,
    "deal",
    "name,stage,amount,organization,close_date\nGood,won,5,,2026-01-31\n,won,1,,\nBad,nowhere,x,Nobody,2026-02-31\n",
    { bad_cells: "refuse_row", unknown: "refuse_row" },
  );

  assert.equal(report.state, "checked");
  assert.deepEqual(countsOf(report), { rows: 3, created: 1, updated: 0, skipped: 0, failed: 2 });
  assert.deepEqual(
    report.problems.map(({ row, column }) => [row, column]),
    [
      [3, "name"],
      [4, "amount"],
      [4, "close_date"],
      [4, "stage"],
      [4, "organization"],
    ],
  );
  assert.deepEqual(await all(ada, "deal"), []);
  assert.deepEqual(
    (await ada.call("events.list", { limit: 100 })).items.filter((event) => event.type.startsWith("record.")),
    [],
  );
});

test("failed rows come back as a file with the reason, and the mended file imports", async () => {
  const ada = await service().given.admin();
  const file = 'name,email\nAnneke,not an email\n"=cmd",ok@one.example\nNoor,noor@\n';
  const done = await importFile(ada, "contact", file, { bad_cells: "refuse_row" });
  assert.deepEqual(countsOf(done), { rows: 3, created: 1, updated: 0, skipped: 0, failed: 2 });
  const { csv, next_cursor } = await ada.call("imports.errors", { id: done.id });
  assert.equal(next_cursor, null);
  const lines = csv.trimEnd().split("\r\n");
  assert.equal(lines[0], "name,email,Row,Problem");
  assert.match(lines[1] ?? "", /^Anneke,not an email,2,email: Expected an email/);
  const mended = await importFile(ada, "contact", csv.replace("not an email", "anneke@two.example").replace("noor@", "noor@two.example"));
  assert.deepEqual(countsOf(mended), { rows: 2, created: 2, updated: 0, skipped: 0, failed: 0 });
});

test("upsert changes what is known, creates what is not, and leaves alone what is the same", async () => {
  const ada = await service().given.admin();
  const known = await ada.call("records.create", {
    type: "contact",
    values: { name: "Anneke Vos", email: "anneke@up.example", city: "Utrecht" },
  });
  const same = await ada.call("records.create", { type: "contact", values: { name: "Same", email: "same@up.example" } });
  const csv =
    "name,email,city,job_title\nAnneke,ANNEKE@up.example,,Buyer\nSame,same@up.example,,\nNew,new@up.example,Lund,\nNew again,new@up.example,,CEO\nNobody,,,\n";
  const done = await importFile(ada, "contact", csv, { mode: "upsert", match: "email", bad_cells: "refuse_row", repeated_rows: "import" });

  assert.deepEqual(countsOf(done), { rows: 5, created: 1, updated: 2, skipped: 1, failed: 1 });
  const anneke = await ada.call("records.get", { id: known.record.id });
  assert.deepEqual([anneke.title, anneke.values["city"], anneke.values["job_title"]], ["Anneke", "Utrecht", "Buyer"]);
  assert.equal((await ada.call("records.get", { id: same.record.id })).version, 1);
  const fresh = (await all(ada, "contact")).find((one) => one.title === "New again");
  assert.deepEqual([fresh?.values["city"], fresh?.values["job_title"], fresh?.version], ["Lund", "CEO", 2]);
});

test("upsert by id changes exactly that record, and no record of another company", async () => {
  const ada = await service().given.admin();
  const outsider = await service().given.admin();
  const { record } = await ada.call("records.create", { type: "deal", values: { name: "Ours" } });
  const theirs = await outsider.call("records.create", { type: "deal", values: { name: "Theirs" } });
  const done = await importFile(ada, "deal", `id,name\n${record.id},Renamed\n${theirs.record.id},Taken\nrec_nothing,x\n,Made\n`, {
    mode: "upsert",
    match: "id",
  });
  assert.deepEqual(countsOf(done), { rows: 4, created: 1, updated: 1, skipped: 0, failed: 2 });
  assert.deepEqual(
    (await all(ada, "deal")).map((one) => one.title),
    ["Made", "Renamed"],
  );
  assert.equal((await outsider.call("records.get", { id: theirs.record.id })).title, "Theirs");
});

test("an import is one operation in the log, told by its start and its end, in its member's name", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const csv = `name,email\n${Array.from({ length: 2_500 }, (_, at) => `Person ${at},p${at}@log.example`).join("\n")}`;
  const done = await importFile(max, "contact", csv);
  assert.equal(done.created, 2_500);
  const events = (await service().database.query(
    `select type, count(*)::int as count, count(distinct operation_id)::int as operations, count(distinct actor_user)::int as users, min(via) as via, max(operation) as operation
     from events e where exists (select from users u where u.id = e.actor_user and u.email = $1) and type ~ '^(record|import)' group by type order by type`,
    [max.email],
  )) as { type: string; count: number; operations: number; users: number; via: string; operation: string }[];
  assert.deepEqual(events, [
    { type: "import.finished", count: 1, operations: 1, users: 1, via: "system", operation: "imports.step" },
    { type: "import.started", count: 1, operations: 1, users: 1, via: "web", operation: "imports.start" },
    { type: "record.created", count: 2_500, operations: 1, users: 1, via: "system", operation: "imports.step" },
  ]);
  const [row] = await service().database.query(
    "select count(distinct operation_id)::int as operations from events where type ~ '^(record|import)' and actor_user = (select id from users where email = $1)",
    [max.email],
  );
  assert.equal(row?.["operations"], 1);
});

test("undo restores to the byte, and leaves alone what was changed since", async () => {
  const ada = await service().given.admin();
  await ada.call("types.addField", { type: "contact", key: "old_note", label: "Old note", field_type: "text" });
  await ada.call("records.create", { type: "organization", values: { name: "Aldermoor" } });
  for (const at of [1, 2, 3]) {
    const values = {
      name: `Known ${at}`,
      email: [`k${at}@undo.example`, `z${at}@undo.example`],
      city: "Über",
      phone: "+49 30 901820",
      organization: "Aldermoor",
      old_note: "kept",
    };
    await ada.call("records.create", { type: "contact", values, allow_duplicate: true });
  }
  await ada.call("types.updateField", { type: "contact", field: "old_note", retired: true });
  const snapshot = () =>
    service().database.query(
      `select r.id, title, owner_id, stage, amount, due_at, data::text as data, deleted_at is null as is_live,
         (select jsonb_agg(to_id) from record_links l where l.from_id = r.id) as links, (select jsonb_agg(value order by value) from record_identifiers i where i.record_id = r.id) as identifiers
       from records r where company_id = (select company_id from users where email = $1) and deleted_at is null order by r.id`,
      [ada.email],
    );
  const before = await snapshot();

  const csv = `name,email,city,organization\nX 1,k1@undo.example,Lund,\nX 2,k2@undo.example,Lund,\nX 3,k3@undo.example,,\nY 3,k3@undo.example,Oslo,\n${Array.from({ length: 1_200 }, (_, at) => `New ${at},n${at}@undo.example,,Aldermoor`).join("\n")}\nNew 0,n0@undo.example,Again,`;
  const done = await importFile(ada, "contact", csv, { mode: "upsert", match: "email", repeated_rows: "import" });
  assert.deepEqual(countsOf(done), { rows: 1_205, created: 1_200, updated: 5, skipped: 0, failed: 0 });
  const changed: { id: string }[] = [];
  for (const email of ["k2@undo.example", "n1@undo.example", "n2@undo.example"]) {
    const [found] = (await ada.call("records.search", { query: email })).items;
    changed.push((await ada.call("records.update", { id: found?.id ?? "", values: { city: "since" } })).record);
  }

  await ada.call("imports.undo", { id: done.id });
  const undone = await untilImport(ada, done.id, "undone", "failed");
  assert.equal(undone.state, "undone");
  assert.equal(undone.kept, 3);
  assert.deepEqual(new Set(undone.kept_records.map((one) => one.id)), new Set(changed.map((one) => one.id)));
  const after = await snapshot();
  const untouched = (rows: Record<string, unknown>[]) =>
    rows.filter((row) => !["Known 2", "X 2", "New 1", "New 2"].includes(String(row["title"])));
  assert.deepEqual(untouched(after), untouched(before));
  assert.equal(after.length, before.length + 2);
  await assert.rejects(ada.call("imports.undo", { id: done.id }), { code: "cannot_undo" });
});

test("another company's import, and another member's, do not exist", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const eve = await service().given.member(ada);
  const outsider = await service().given.admin();
  const { id } = await checkFile(max, "contact", "name\nAnneke\n");
  for (const person of [outsider, eve]) {
    for (const [name, input] of [
      ["imports.get", { id }],
      ["imports.inspect", { id }],
      ["imports.check", { id, mapping: [{ column: 0, field: "name" }], mode: "create" }],
      ["imports.start", { id }],
      ["imports.errors", { id }],
      ["imports.undo", { id }],
      ["imports.addPart", { id, position: 0, base64: "YQ==" }],
    ] as const) {
      await assert.rejects(person.call(name, input as never), { code: "not_found" }, name);
    }
    assert.deepEqual((await person.call("imports.list", {})).items, []);
  }
  assert.deepEqual(
    (await ada.call("imports.list", {})).items.map((one) => one.id),
    [id],
  );
});

test("a part sent twice counts once, and one of the wrong size is refused", async () => {
  const ada = await service().given.admin();
  const bytes = Buffer.from(`name\n${"Anneke Vos\n".repeat(100_000)}`);
  const { id, parts } = await ada.call("imports.create", { type: "contact", name: "big.csv", size: bytes.length });
  assert.equal(parts, 2);
  const part = (position: number) => bytes.subarray(position * PART_BYTES, (position + 1) * PART_BYTES).toString("base64");
  assert.deepEqual(await ada.call("imports.addPart", { id, position: 1, base64: part(1) }), { missing: 1 });
  assert.deepEqual(await ada.call("imports.addPart", { id, position: 1, base64: part(1) }), { missing: 1 });
  await assert.rejects(ada.call("imports.addPart", { id, position: 0, base64: part(1) }), { code: "invalid_input" });
  await assert.rejects(ada.call("imports.addPart", { id, position: 2, base64: "YQ==" }), { code: "invalid_input" });
  await assert.rejects(ada.call("imports.inspect", { id }), { code: "not_uploaded" });
  assert.deepEqual(await ada.call("imports.addPart", { id, position: 0, base64: part(0) }), { missing: 0 });
  assert.deepEqual(await ada.call("imports.addPart", { id, position: 0, base64: part(0) }), { missing: 0 });
  assert.equal((await untilImport(ada, id, "ready", "failed")).state, "ready");
});

test("what is no CSV in UTF-8 or Windows-1252 is refused, or fails by row, and nothing hangs", async () => {
  const ada = await service().given.admin();
  await assert.rejects(uploadFile(ada, "contact", Buffer.from("\uFEFFname\nx", "utf16le")), { code: "not_utf8" });
  await assert.rejects(uploadFile(ada, "contact", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0])), { code: "not_csv" });
  await assert.rejects(ada.call("imports.create", { type: "contact", name: "x", size: 52_428_801 }), { code: "invalid_input" });

  const broken = await importFile(
    ada,
    "contact",
    Buffer.concat([
      Buffer.from("name,city\nZoë,x\nB"),
      Buffer.from([0xff]),
      Buffer.from(`d,x\n${"n".repeat(1_100)},x\nNul,a\0b\nGood,x\n`),
    ]),
  );
  assert.deepEqual([broken.state, broken.rows, broken.failed], ["done", 5, 3]);
  assert.deepEqual(
    broken.problems.map((one) => one.row),
    [3, 4, 5],
  );
  const open = await checkFile(ada, "contact", 'name\nAnneke\n"never closed\n');
  assert.deepEqual([open.state, open.failure], ["failed", "A quote that opens in row 3 is never closed."]);
});

test("an import stops when its member may no longer work here", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { id } = await checkFile(max, "contact", "name\nAnneke\n");
  await worker?.stop();
  await max.call("imports.start", { id });
  await ada.call("members.update", { id: max.userId, disabled: true });
  worker = await service().app.startWorker();
  const over = await untilImport(ada, id, "failed", "done");
  assert.equal(over.state, "failed");
  assert.deepEqual(await all(ada, "contact"), []);
});

test("a row that the database refuses for a reason nobody foresaw fails alone", async () => {
  await service().database.query(
    "create function refuse_poison() returns trigger language plpgsql as $$ begin if new.title = 'poison' then raise 'poison'; end if; return new; end $$",
  );
  await service().database.query("create trigger poison before insert on records for each row execute function refuse_poison()");
  const ada = await service().given.admin();
  const names = Array.from({ length: 1_500 }, (_, at) => (at === 700 || at === 1_499 ? "poison" : `Person ${at}`));
  const done = await importFile(ada, "contact", `name\n${names.join("\n")}`);
  assert.deepEqual(countsOf(done), { rows: 1_500, created: 1_498, updated: 0, skipped: 0, failed: 2 });
  assert.deepEqual(
    done.problems.map((one) => one.row),
    [702, 1_501],
  );
});

test("a batch that takes too long is tried again with fewer rows, at once", async () => {
  const ada = await service().given.admin();
  const { id } = await checkFile(ada, "task", `name\n${Array.from({ length: 300 }, (_, at) => `Slow ${at}`).join("\n")}`);
  // More than 100 at once take longer than a statement may.
  await service().database.query(
    "create function be_slow() returns trigger language plpgsql as $$ begin if (select count(*) from added where title like 'Slow%') > 100 then perform pg_sleep(30); end if; return null; end $$",
  );
  await service().database.query(
    "create trigger slow after insert on records referencing new table as added for each statement execute function be_slow()",
  );
  const took = stopwatch();
  await ada.call("imports.start", { id });
  const done = await untilImport(ada, id, "done", "failed");
  await service().database.query("drop trigger slow on records");
  assert.deepEqual(countsOf(done), { rows: 300, created: 300, updated: 0, skipped: 0, failed: 0 });
  // 5 s for each batch that was too large, and no waiting in between.
  assert.ok(took() < within(40_000), `${Math.round(took())} ms`);
});

for (const [how, attempts] of [
  ["fails", 9],
  ["ended with its worker", 10],
] as const) {
  test(`an import whose last attempt ${how} is marked failed, says what to do, and can be undone`, async () => {
    const ada = await service().given.admin();
    const { id } = await checkFile(ada, "task", "name\nbusy\n");
    await worker?.stop();
    await service().database.query(
      "create or replace function be_busy() returns trigger language plpgsql as $$ begin if new.title = 'busy' then raise lock_not_available; end if; return new; end $$",
    );
    await service().database.query("create or replace trigger busy before insert on records for each row execute function be_busy()");
    await ada.call("imports.start", { id });
    await service().database.query("update jobs set attempt = $1", [attempts]);
    worker = await service().app.startWorker();
    const over = await untilImport(ada, id, "failed", "done");
    assert.equal(over.state, "failed");
    assert.match(over.failure ?? "", /import failed.+upload the file again/);
    // The job is ended after what it has done.
    const left = () => service().database.query("select from jobs where name = 'imports.work' and state <> 'failed'");
    await until(async () => (await left()).length === 0, "no job of an import is left");
    const [finished] = (await ada.call("events.list", { type: "import.finished" })).items;
    assert.equal((finished?.data as { state: string } | undefined)?.state, "failed");
    await ada.call("imports.undo", { id });
    assert.equal((await untilImport(ada, id, "undone", "failed")).state, "undone");
  });
}

test("a phone number without its country fails its row, with what to write instead", async () => {
  const ada = await service().given.admin();
  const csv = "name,phone\nAnneke,030 901820\nNoor,+49 1\nBram,0049 30 901820\n";
  const report = await checkFile(ada, "contact", csv, { bad_cells: "refuse_row" });
  assert.deepEqual(
    report.problems.map(({ row, column, message }) => [row, column, message]),
    [
      [2, "phone", '"030 901820" does not say its country.'],
      [3, "phone", '"+49 1" is not a phone number.'],
    ],
  );
  const example = /such as (\+[\d ]+)\./.exec(report.problems[0]?.hint ?? "")?.[1] ?? "";
  const mended = await importFile(ada, "contact", csv.replace("030 901820\n", `${example}\n`).replace("+49 1\n", `${example}\n`));
  assert.deepEqual(countsOf(mended), { rows: 3, created: 3, updated: 0, skipped: 0, failed: 0 });
});

test("a check counts what the import will do where rows repeat a key, also far apart", async () => {
  const ada = await service().given.admin();
  await ada.call("records.create", { type: "contact", values: { name: "Known", email: "known@twice.example" } });
  const many = Array.from({ length: 1_100 }, (_, at) => `Person ${at},p${at}@twice.example,`);
  const csv = [
    "name,email,city",
    ",first@twice.example,", // no name: fails, so the next one makes the record
    "First,first@twice.example,Lund",
    "Two,two@twice.example; deux@twice.example,",
    ",first@twice.example,Oslo", // no name needed to change it
    "First,first@twice.example,Oslo", // nothing new
    "Known,known@twice.example; new@twice.example,",
    ",new@twice.example,Turin",
    ...many,
    ",p5@twice.example,Cork", // beyond the first batch
    ",new@twice.example,Porto",
    "Known,known@twice.example; new@twice.example,Rome", // both mean the one record
    "Pair,a@twice.example; b@twice.example,",
    ",p6@twice.example; p7@twice.example,", // would mean two
    "Late,late@twice.example,",
    "Late,late@twice.example,Lyon",
    ",deux@twice.example; two@twice.example,Metz",
  ].join("\n");
  const checked = await checkFile(ada, "contact", csv, { mode: "upsert", match: "email", repeated_rows: "import" });
  await ada.call("imports.start", { id: checked.id });
  const done = await untilImport(ada, checked.id, "done", "failed");

  assert.deepEqual(countsOf(done), { rows: 1_115, created: 1_104, updated: 8, skipped: 1, failed: 2 });
  assert.deepEqual(countsOf(checked), countsOf(done));
  assert.deepEqual(await service().database.query("select from import_keys"), []);
});

test("a check by id writes nothing either, and counts an id that comes twice", async () => {
  const ada = await service().given.admin();
  const { record } = await ada.call("records.create", { type: "deal", values: { name: "Ours" } });
  const csv = `id,name\n${record.id},Once\n${record.id},Twice\n${record.id},Twice\nrec_nothing,x\n,Made\n`;
  const report = await checkFile(ada, "deal", csv, { mode: "upsert", match: "id", repeated_rows: "import" });
  assert.deepEqual(countsOf(report), { rows: 5, created: 1, updated: 2, skipped: 1, failed: 1 });
  assert.deepEqual(
    (await all(ada, "deal")).map((one) => one.title),
    ["Ours"],
  );
});
