import "../../../test/components.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { deal, field } from "../../../test/fixtures.ts";
import type { RecordType } from "../types/index.ts";
import { type ListSearch, readListSearch } from "./list-search.ts";

const { defaultColumns, fieldsFor, printColumns, readColumns, widthOf } = await import("./columns.ts");
const { searchFor } = await import("./list-view.ts");

const ADDRESSES: [given: Record<string, unknown>, read: ListSearch][] = [
  [{}, {}],
  [
    { filter: "stage:won", sort: "-amount" },
    { filter: "stage:won", sort: "-amount" },
  ],
  [{ filter: 42 }, { filter: "42" }],
  [{ filter: true }, { filter: "true" }],
  [{ filter: { evil: 1 } }, {}],
  [{ filter: null, view: ["a"] }, {}],
  [{ layout: "board" }, { layout: "board" }],
  [{ layout: "table" }, { layout: "table" }],
  [{ layout: "gantt" }, {}],
  [{ create: true }, { create: true }],
  [{ create: "true" }, {}],
  [
    { peek: "rec_1", group: "stage", columns: "stage,amount:140", view: "view_1" },
    { peek: "rec_1", group: "stage", columns: "stage,amount:140", view: "view_1" },
  ],
  [{ unknown: "x" }, {}],
];

test("invalid parts of an address are ignored", () => {
  for (const [given, read] of ADDRESSES) assert.deepEqual(readListSearch(given), read, JSON.stringify(given));
});

test("the default columns are relation, stage, amount, date, owner and last change", () => {
  assert.deepEqual(defaultColumns(deal), ["organization", "stage", "amount", "close_date", "owner", "updated_at"]);
});

test("a type without a stage shows at most three other fields", () => {
  const contact = {
    ...deal,
    stage_field: null,
    amount_field: null,
    date_field: null,
    fields: [
      field("name", "text"),
      field("email", "email"),
      field("phone", "phone"),
      field("city", "text"),
      field("site", "url"),
      field("organization", "relation"),
      field("deals", "relation", { is_multi: true }),
    ],
  } as RecordType;
  assert.deepEqual(defaultColumns(contact), ["organization", "email", "phone", "city", "owner", "updated_at"]);
});

test("columns and their widths are written to the address and read again", () => {
  const cases: [columns: string[], widths: Record<string, number>, text: string][] = [
    [["stage", "amount"], {}, "stage,amount"],
    [["stage", "amount"], { amount: 140 }, "stage,amount:140"],
    [["stage"], { name: 320 }, "name:320,stage"],
  ];
  for (const [columns, widths, text] of cases) {
    assert.equal(printColumns(columns, widths), text);
    assert.deepEqual(readColumns(deal, text), { columns, widths });
  }
});

test("a hand-written address cannot break the table", () => {
  assert.deepEqual(readColumns(deal, "stage,gone,stage,amount:9999,close_date:3,source:x, owner "), {
    columns: ["stage", "amount", "close_date", "source", "owner"],
    widths: { amount: 800 },
  });
  assert.deepEqual(readColumns(deal, ""), { columns: [], widths: {} });
});

test("a column has the default width of its kind until it is changed", () => {
  assert.equal(widthOf(field("amount", "money"), {}), 120);
  assert.equal(widthOf(field("amount", "money"), { amount: 200 }), 200);
});

test("two views with the same columns in another order read the same fields", () => {
  const one = fieldsFor(deal, ["owner", "source"]);
  assert.deepEqual(one, ["name", "organization", "stage", "amount", "close_date", "source", "owner"]);
  assert.deepEqual(fieldsFor(deal, ["source", "owner"]), one);
});

const saved = (change: object) =>
  ({
    id: "viw_1",
    name: "Mine",
    filter: "",
    sort: "",
    columns: [],
    widths: {},
    layout: "table",
    group_by: null,
    ...change,
  }) as unknown as Parameters<typeof searchFor>[1];

test("the address of a saved view says its filter and order, so that it opens without the view, too", () => {
  assert.deepEqual(searchFor(deal, saved({ filter: "is:open", sort: "-amount" })), { view: "viw_1", filter: "is:open", sort: "-amount" });
});

test("what a saved view leaves open is left out of its address", () => {
  assert.deepEqual(searchFor(deal, saved({})), { view: "viw_1" });
  assert.deepEqual(searchFor(deal, saved({ sort: "-created_at" })), { view: "viw_1" }, "the usual order is not said");
});

test("a column has the width of its kind, a rating room for five stars", () => {
  assert.equal(widthOf(field("fit", "rating"), {}), 120);
  assert.equal(widthOf(field("fit", "rating"), { fit: 90 }), 90);
  assert.equal(widthOf(field("vip", "boolean"), {}), 96);
  assert.equal(
    widthOf(field("site", "url"), {}),
    widthOf(field("city", "text"), {}),
    "a kind without a width of its own has that of its shape",
  );
});

test("a list shows short details first, and neither long texts nor lists of options", () => {
  const type = {
    ...deal,
    stage_field: null,
    amount_field: null,
    date_field: null,
    fields: [
      field("about", "long_text"),
      field("tags", "multi_select"),
      field("phase", "stage"),
      field("seats", "number"),
      field("city", "text"),
      field("source", "select"),
      field("phone", "phone"),
    ],
  } as unknown as RecordType;
  assert.deepEqual(defaultColumns(type), ["city", "source", "phone", "owner", "updated_at"]);
});
