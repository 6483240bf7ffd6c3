import assert from "node:assert/strict";
import { test } from "node:test";
import { countsOf, importFile } from "../../../test/import-file.ts";
import { sharedService, type Person } from "../../../test/service.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import { readCsv } from "../../platform/csv.ts";
import { until } from "../../../test/waiting.ts";

let worker: { stop(): Promise<void> } | undefined;
test.after(() => worker?.stop());
const service = sharedService();
test.beforeEach(async () => {
  worker ??= await service().app.startWorker();
});

async function exported(person: Person, type: string, wanted: { filter?: string; sort?: string; fields?: string[] } = {}) {
  const { id } = await person.call("exports.create", { type, ...wanted });
  const over = await untilOver(person, id);
  let csv = "";
  for (let position = 0; position < over.parts; position++) csv += (await person.call("exports.read", { id, position })).text;
  return { ...over, csv };
}

const untilOver = (person: Person, id: string) =>
  until(
    async () => {
      const now = await person.call("exports.get", { id });
      return now.state !== "running" && now;
    },
    "the export is over",
    { everyMs: 20 },
  );

const table = (csv: string) =>
  readCsv(Buffer.from(csv), { delimiter: ",", encoding: "utf-8" }, 1_000_000, true).rows.map((row) => row.cells);

test("every record is in the file once, page by page, in the order asked for", async () => {
  const ada = await service().given.admin();
  for (const page of [0, 1, 2]) {
    const items = Array.from({ length: page === 2 ? 345 : 1_000 }, (_, at) => ({
      values: { name: `Deal ${page * 1_000 + at}`, amount: at % 7 === 0 ? null : at },
    }));
    await ada.call("records.batch", { type: "deal", items });
  }
  const done = await exported(ada, "deal");
  assert.deepEqual([done.state, done.rows], ["done", 2_345]);
  const [header, ...rows] = table(done.csv);
  assert.deepEqual(header?.slice(0, 3), ["\uFEFFId", "Name", "Owner"]);
  assert.equal(new Set(rows.map((row) => row[0])).size, 2_345);
  const sorted = table((await exported(ada, "deal", { sort: "-amount", fields: ["amount"] })).csv).slice(1);
  assert.equal(sorted.length, 2_345);
  assert.deepEqual([sorted[0]?.[1], sorted.at(-1)?.[1]], ["999", ""]);
  await assert.rejects(ada.call("exports.create", { type: "deal", fields: ["nonsense"] }), { code: "invalid_input" });
});

test("import, export, import keeps every value, formulas and all", async () => {
  const ada = await service().given.admin();
  const eve = await service().given.admin();
  const dangerous = [
    "=1+1",
    "+1",
    "-2",
    "@SUM(A1)",
    "\tx",
    "\rx",
    "\nx",
    " =1",
    "＝1",
    "＋1",
    "－1",
    "＠a",
    "'=1",
    "''-1",
    "'plain",
    'say "hi", ok; done',
    " padded ",
    "東京🦊\r\nline",
  ];
  for (const person of [ada, eve]) {
    for (const name of ["Aldermoor", "Twin; Ltd", "=Org"]) await person.call("records.create", { type: "organization", values: { name } });
  }
  for (const [at, text] of dangerous.entries()) {
    const values = {
      name: `${text}${at}`,
      city: text,
      email: [`a${at}@x.example`, `b${at}@x.example`],
      phone: "+4930901820",
      organization: ["Aldermoor", "Twin; Ltd", "=Org"][at % 3],
      source: "website",
      do_not_contact: at % 2 === 0,
      last_contacted: "2026-11-20T09:30:00.000Z",
      owner: "@me",
    };
    await ada.call("records.create", { type: "contact", values, allow_duplicate: true });
  }
  const first = await exported(ada, "contact");
  for (const cell of table(first.csv).slice(1).flat())
    assert.doesNotMatch(cell, /^([=+\-@\t\r\n\0＝＋－＠]|\s+[=＝])/, JSON.stringify(cell));

  // Into another company: by names, since ids are not theirs, and its own member as owner.
  const moved = await importFile(
    eve,
    "contact",
    first.csv.replaceAll(ada.email, eve.email).replaceAll(/rec_\w+(?=,"?'?(?:website|Website))/gi, "Twin; Ltd"),
  );
  assert.deepEqual(
    countsOf(moved),
    { rows: dangerous.length, created: dangerous.length, updated: 0, skipped: 0, failed: 0 },
    JSON.stringify(moved.problems),
  );
  const texts = async (person: Person) => {
    const { items } = await person.call("records.list", { type: "contact", limit: 100, sort: "created_at" });
    return items
      .map(({ title, values }) => ({
        title,
        ...values,
        owner: null,
        organization: (values["organization"] as { title: string } | null)?.title,
        created_at: null,
        last_activity_at: null,
        updated_at: null,
      }))
      .sort((a, b) => a.title.localeCompare(b.title));
  };
  assert.deepEqual(await texts(eve), await texts(ada));

  // And back over itself: nothing changes.
  const again = await importFile(ada, "contact", first.csv, { mode: "upsert", match: "id" });
  assert.deepEqual(
    countsOf(again),
    { rows: dangerous.length, created: 0, updated: 0, skipped: dangerous.length, failed: 0 },
    JSON.stringify(again.problems),
  );
});

test("values of every kind survive, with options, relations and people that could be mistaken", async () => {
  const ada = await service().given.admin();
  const options = [
    { key: "a", label: "b" },
    { key: "b", label: "a" },
    { key: "semi", label: "x; y" },
  ];
  await ada.call("types.addField", { type: "contact", key: "tags", label: "tags", field_type: "multi_select", options });
  for (const [key, kind] of [
    ["score", "number"],
    ["budget", "money"],
    ["born", "date"],
  ] as const) {
    await ada.call("types.addField", { type: "contact", key, label: key, field_type: kind });
  }
  for (const name of ["Twin", "Twin"]) await ada.call("records.create", { type: "organization", values: { name } });
  const [, twin] = (await ada.call("records.list", { type: "organization" })).items;
  const values = { name: "All", tags: ["a", "b", "semi"], score: -0.5, budget: "-1234.56", born: "1999-12-31", organization: twin?.id };
  const { record } = await ada.call("records.create", { type: "contact", values });
  const { csv } = await exported(ada, "contact");
  assert.match(csv, /,-0\.5,-1234\.56,1999-12-31,/);
  await ada.call("records.update", { id: record.id, values: { tags: [], score: 1, budget: 2, born: null, organization: null } });
  const back = await importFile(ada, "contact", csv, { mode: "upsert", match: "id" });
  assert.equal(back.updated, 1);
  const now = await ada.call("records.get", { id: record.id });
  assert.deepEqual({ ...now.values, updated_at: 0 }, { ...record.values, updated_at: 0 });
});

test("an export needs a fresh password, is nobody else's, and is written down", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const outsider = await service().given.admin();
  const { id } = await exported(max, "contact", { filter: "" });
  for (const person of [ada, outsider]) {
    await assert.rejects(person.call("exports.get", { id }), { code: "not_found" });
    await assert.rejects(person.call("exports.read", { id, position: 0 }), { code: "not_found" });
  }
  await assert.rejects(max.call("exports.read", { id, position: 1 }), { code: "not_found" });
  const { items } = await ada.call("events.list", { type: "export.created" });
  assert.deepEqual(
    items.map((event) => [event.actor?.id, event.via, (event.data as { type: string }).type]),
    [[max.userId, "web", "contact"]],
  );

  const { key } = await max.key();
  assert.equal((await service().rest(key, "POST", "/exports", { type: "contact" })).status, 404);
  service().clock.advance(31 * MINUTE_MS);
  await assert.rejects(max.call("exports.create", { type: "contact" }), { code: "password_needed" });
  await assert.rejects(max.call("exports.read", { id, position: 0 }), { code: "password_needed" });
});

test("records changed while the export runs are neither missed nor met twice", async () => {
  const ada = await service().given.admin();
  const items = Array.from({ length: 1_000 }, (_, at) => ({ values: { name: `Lead ${at}` } }));
  for (let page = 0; page < 3; page++) await ada.call("records.batch", { type: "lead", items });
  const { items: some } = await ada.call("records.list", { type: "lead", limit: 50, sort: "-created_at" });
  const [done] = await Promise.all([
    exported(ada, "lead"),
    ...some.map(({ id }) => ada.call("records.update", { id, values: { company: "changed" } })),
  ]);
  const ids = table(done.csv)
    .slice(1)
    .map((row) => row[0]);
  assert.deepEqual([ids.length, new Set(ids).size], [3_000, 3_000]);
});

test("past exports are listed newest first, page by page, to the person who made them alone", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const made: string[] = [];
  for (const type of ["contact", "deal", "lead"]) made.unshift((await exported(max, type)).id);

  const first = await max.call("exports.list", { limit: 2 });
  const second = await max.call("exports.list", { limit: 2, cursor: first.next_cursor ?? "" });
  assert.deepEqual(
    [...first.items, ...second.items].map((one) => one.id),
    made,
  );
  assert.equal(second.next_cursor, null);
  assert.deepEqual(first.items[0], await max.call("exports.get", { id: made[0] ?? "" }));
  const [{ created_at: created, expires_at: expires } = { created_at: "", expires_at: "" }] = first.items;
  assert.equal(Date.parse(expires) - Date.parse(created), 7 * 24 * 60 * MINUTE_MS);
  assert.deepEqual((await ada.call("exports.list", {})).items, []);
  await assert.rejects(ada.call("exports.list", { cursor: first.next_cursor ?? "" }), { code: "bad_cursor" });
});

test("an export that has had all its attempts is marked failed, and says what to do", async () => {
  const ada = await service().given.admin();
  await worker?.stop();
  const { id } = await ada.call("exports.create", { type: "deal" });
  await service().database.query("update jobs set attempt = 10");
  worker = await service().app.startWorker();
  const { state, failure } = await untilOver(ada, id);
  assert.equal(state, "failed");
  assert.match(failure ?? "", /Export again/);
});
