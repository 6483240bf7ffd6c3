import assert from "node:assert/strict";
import { test } from "node:test";
import { watchStatements } from "../../../../test/filter/statements.ts";
import { sharedService, type Person } from "../../../../test/service.ts";

const service = sharedService();

async function given(): Promise<Person> {
  const ada = await service().given.admin();
  await ada.call("records.batch", {
    type: "organization",
    items: [
      { values: { name: "Aldermoor", country: "DE", website: "aldermoor.example" } },
      { values: { name: "Castellan", country: "FR" } },
    ],
  });
  await ada.call("records.batch", {
    type: "deal",
    items: [
      {
        values: {
          name: "Flow",
          stage: "proposal",
          amount: 48000,
          organization: "Aldermoor",
          close_date: "2030-01-15",
          source: "website",
          next_step: "Call ÄNNE",
        },
      },
      { values: { name: "Kiln", stage: "won", amount: 9000, organization: "Castellan", close_date: "2020-01-15", owner: null } },
      { values: { name: "Tank", stage: "negotiation", organization: "Castellan", close_date: "2020-01-15" } },
    ],
  });
  await ada.call("records.batch", {
    type: "task",
    items: [{ values: { name: "Send offer", state: "open", deal: "Flow" } }, { values: { name: "Old", state: "done", deal: "Kiln" } }],
  });
  return ada;
}

const CASES: [filter: string, titles: string[]][] = [
  ["stage:proposal,negotiation", ["Flow", "Tank"]],
  ["amount>=10000", ["Flow"]],
  ["amount<10000", ["Kiln"]],
  ["-amount<10000", ["Flow", "Tank"]],
  ["amount!=9000", ["Flow", "Tank"]],
  ["no:amount", ["Tank"]],
  ["has:amount", ["Flow", "Kiln"]],
  ["is:open", ["Flow", "Tank"]],
  ["is:won", ["Kiln"]],
  ["is:overdue", ["Tank"]],
  ["is:mine", ["Flow", "Tank"]],
  ["is:unassigned", ["Kiln"]],
  ["owner:@me amount>0", ["Flow"]],
  ["organization.country:DE", ["Flow"]],
  ["organization.name:castellan", ["Kiln", "Tank"]],
  ["organization:castellan", ["Kiln", "Tank"]],
  ["organization!=castellan", ["Flow"]],
  ["any(tasks, deal:Flow)", ["Flow"]],
  ["any(tasks, is:open)", ["Flow"]],
  ["none(tasks, is:open)", ["Kiln", "Tank"]],
  ["count(tasks)=0", []],
  ["next_step~änne", ["Flow"]],
  ["next_step^=call", ["Flow"]],
  ['next_step:"call änne"', ["Flow"]],
  ["source!=website", ["Kiln", "Tank"]],
  ["close_date:2020-01", ["Kiln", "Tank"]],
  ["close_date:2029..2031", ["Flow"]],
  ["name>f name<g", ["Flow"]],
  ["stage:won OR source:website", ["Flow", "Kiln"]],
  ["NOT (stage:won OR source:website)", ["Tank"]],
  ["kiln", ["Kiln"]],
  ["is:deleted", []],
];

test("every form of the language finds what it says", async () => {
  const ada = await given();
  for (const [filter, titles] of CASES) {
    if (filter.startsWith("count(tasks)=")) continue;
    const { items } = await ada.call("records.list", { type: "deal", filter, sort: "name" });
    assert.deepEqual(
      items.map((one) => one.title),
      titles,
      filter,
    );
  }
  const { items } = await ada.call("records.list", { type: "deal", filter: "count(tasks)<1", sort: "name" });
  assert.deepEqual(
    items.map((one) => one.title),
    ["Tank"],
  );
  const both = await ada.call("records.list", { type: "organization", filter: "any(deals, stage:won) any(deals, any(tasks, name~old))" });
  assert.deepEqual(
    both.items.map((one) => one.title),
    ["Castellan"],
  );
});

test("a wrong filter is refused as a whole, with the position and a suggestion", async () => {
  const ada = await given();
  await assert.rejects(
    ada.call("records.list", { type: "deal", filter: "stage:proposal amout>=10000" }),
    (error: { code: string; detail: string }) => {
      assert.equal(error.code, "bad_filter");
      assert.match(error.detail, /amout/);
      return true;
    },
  );
});

interface Refusal {
  status: number;
  detail: string;
  errors: { pointer: string; message: string; from?: number; to?: number; hint?: string; suggestions: string[] }[];
}

async function refusalOf(ada: Person, filter: string): Promise<Refusal> {
  const { key } = await ada.key();
  const answer = await service().rest(key, "GET", `/records/deal?${new URLSearchParams({ filter }).toString()}`);
  return { ...((await answer.json()) as Refusal), status: answer.status };
}

test("a record that does not exist is an error at its place, with the nearest names", async () => {
  const ada = await given();
  await ada.call("records.batch", {
    type: "organization",
    items: ["Penrose & Co", "Robert Penrose GmbH", "Zürich Versand"].map((name) => ({ values: { name } })),
  });
  const filter = "is:open organization:penrose";
  const { status, detail, errors } = await refusalOf(ada, filter);
  assert.equal(status, 400);
  assert.equal(detail, 'No organization is called "penrose". Nearest: "Penrose & Co", "Robert Penrose GmbH".');
  assert.equal(filter.slice(errors[0]?.from, errors[0]?.to), "penrose");
  assert.deepEqual(errors[0]?.suggestions, ["Penrose & Co", "Robert Penrose GmbH"]);
  for (const [wrong, nearest] of [
    ["organization!=Castelan", "Castellan"],
    ['-organization:"Penrose Ltd"', "Penrose & Co"],
    ["any(tasks, deal:Flo)", "Flow"],
    ["organization:Castellan,Aldermor", "Aldermoor"],
    ['organization:"ZÜRICH  Versand"', "Zürich Versand"],
  ] as const) {
    assert.equal((await refusalOf(ada, wrong)).errors[0]?.suggestions[0], nearest, wrong);
  }
  const json = await refusalOf(ada, '{"field":"organization","op":"eq","value":"Penrose"}');
  assert.deepEqual([json.status, json.errors[0]?.pointer], [400, "/filter/value"]);
});

test("a name that nothing resembles is an error too, and what is no name stays as it was", async () => {
  const ada = await given();
  const { detail, errors } = await refusalOf(ada, "organization:Xyzzy");
  assert.equal(detail, 'No organization is called "Xyzzy".');
  assert.match(errors[0]?.hint ?? "", /Search/);
  for (const filter of ["organization.name:Penrose", "organization.name~penrose", "organization:rec_1"])
    assert.deepEqual((await ada.call("records.list", { type: "deal", filter })).items, [], filter);
  await ada.call("records.create", { type: "organization", values: { name: "CASTELLAN" } });
  const { items } = await ada.call("records.list", { type: "deal", filter: "organization:castellan" });
  assert.equal(items.length, 2, "two records of one name are both meant");
});

test("the nearest names are those of the own company, and of records that are not in the trash", async () => {
  const ada = await given();
  const eve = await service().given.admin();
  await eve.call("records.create", { type: "organization", values: { name: "Penrose & Co" } });
  assert.deepEqual((await refusalOf(ada, "organization:Penrose")).errors[0]?.suggestions, []);
  assert.deepEqual((await refusalOf(ada, 'organization:"Penrose & Co"')).errors[0]?.suggestions, []);

  const { items } = await ada.call("records.list", { type: "organization", filter: "Castellan" });
  await ada.call("views.create", { type: "deal", name: "Castellan", filter: "organization:Castellan" });
  await ada.call("records.delete", { id: items[0]?.id ?? "" });
  const { detail } = await refusalOf(ada, "organization:Castellan");
  assert.equal(detail, 'No organization is called "Castellan".');
  await assert.rejects(ada.call("views.create", { type: "deal", name: "Again", filter: "organization:Castellan" }), { code: "bad_filter" });
});

test("fifty names are one statement, and the nearest names of the wrong ones one more", async (t) => {
  const ada = await given();
  const names = Array.from({ length: 50 }, (_, at) => `Nobody ${at}`);
  const sent: string[] = [];
  watchStatements(t, ({ text }) => sent.push(text));
  const { errors } = await refusalOf(ada, `organization:${names.map((name) => JSON.stringify(name)).join(",")}`);
  assert.equal(sent.filter((text) => text.includes("company_records")).length, 2);
  assert.equal(errors.length, 10, "a longer list is not read");
});

const JSON_CASES: [filter: unknown, titles: string[]][] = [
  [{ field: "stage", op: "in", value: ["proposal", "negotiation"] }, ["Flow", "Tank"]],
  [[{ field: "amount", op: "gte", value: 10000 }, { is: "open" }], ["Flow"]],
  [{ or: [{ field: "stage", op: "eq", value: "won" }, { not: { field: "amount", op: "set" } }] }, ["Kiln", "Tank"]],
  [[], ["Flow", "Kiln", "Tank"]],
];

test("a filter in JSON form works wherever text does, also as a string in a URL", async () => {
  const ada = await given();
  const { key } = await ada.key();
  for (const [filter, titles] of JSON_CASES) {
    const query = new URLSearchParams({ filter: JSON.stringify(filter, null, 1), sort: "name" });
    const answer = await service().rest(key, "GET", `/records/deal?${query.toString()}`);
    const { items } = (await answer.json()) as { items: { title: string }[] };
    assert.deepEqual(
      items.map((one) => one.title),
      titles,
      JSON.stringify(filter),
    );
  }
  const { groups } = await ada.call("records.aggregate", { type: "deal", filter: '{"is":"won"}', measures: [{ measure: "count" }] });
  assert.deepEqual(groups[0]?.values, [1]);
});

test("text that only begins with a bracket stays text, and broken JSON is not taken for text", async () => {
  const ada = await given();
  await ada.call("records.create", { type: "deal", values: { name: "[urgent] call" } });
  const { items } = await ada.call("records.list", { type: "deal", filter: "[urgent]" });
  assert.equal(items.length, 1);
  await assert.rejects(ada.call("records.list", { type: "deal", filter: '{"field":"stage",' }), {
    code: "bad_filter",
    detail: /not valid JSON/,
  });
  await assert.rejects(ada.call("records.list", { type: "deal", filter: '{"field":"stag","op":"eq","value":"won"}' }), {
    code: "bad_filter",
    detail: /stag/,
  });
});

test("a view keeps text: JSON is refused with the text to write instead", async () => {
  const ada = await given();
  const filter = '[{"field":"stage","op":"eq","value":"won"},{"field":"amount","op":"gt","value":5}]';
  const refused = await ada.post("views.create", { type: "deal", name: "Won", filter });
  const { errors } = (await refused.json()) as { errors: { hint: string }[] };
  const text = /^Write (.+)$/.exec(errors[0]?.hint ?? "")?.[1] ?? "";
  const view = await ada.call("views.create", { type: "deal", name: "Won", filter: text });
  assert.equal(view.filter, text);
});
