import "../../../test/components.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { deal, field } from "../../../test/fixtures.ts";
import { readImportSearch } from "./import-search.ts";
import type { ImportDetail, Inspection } from "./import.ts";
import { formatsOf, mappingOf, matchesOf, settable, startOf } from "./mapping.ts";

const { count, isWorking, leftText, messageOf, rowsText, stateText } = await import("./import.ts");
const { ApiError } = await import("../../api.ts");

const seen = {
  columns: [
    { column: 0, field: "name", format: undefined },
    { column: 1, field: "id", format: undefined },
    { column: 2, field: "close_date", format: "day_month_year" },
    { column: 3, field: null, format: undefined },
  ],
} as unknown as Inspection;

test("a new file begins with what the service suggests, and never with an id nobody asked for", () => {
  const file = { mapping: null, columns: null } as unknown as ImportDetail;
  assert.deepEqual(startOf(file, seen), [
    { field: "name", format: undefined, unknown: undefined, isChosen: false },
    { field: null, format: undefined, unknown: undefined, isChosen: false },
    { field: "close_date", format: "day_month_year", unknown: undefined, isChosen: false },
    { field: null, format: undefined, unknown: undefined, isChosen: false },
  ]);
});

test("a file that was checked before begins with what was chosen then", () => {
  const mapping = [
    { column: 0, field: "name" },
    { column: 3, field: "source" },
  ];
  const file = { mapping, columns: ["a", "b", "c", "d"] } as unknown as ImportDetail;
  assert.deepEqual(
    startOf(file, seen).map(({ field: to, isChosen }) => [to, isChosen]),
    [
      ["name", false],
      [null, true],
      [null, true],
      ["source", true],
    ],
  );
  const shorter = { mapping, columns: ["a"] } as unknown as ImportDetail;
  assert.deepEqual(
    startOf(shorter, seen).map(({ isChosen }) => isChosen),
    [false, false, false, false],
    "another file is a new one",
  );
});

test("only columns with a field are sent, with their format", () => {
  assert.deepEqual(
    mappingOf([
      { field: "name", format: undefined, unknown: undefined, isChosen: true },
      { field: null, format: undefined, unknown: undefined, isChosen: false },
      { field: "close_date", format: "day_month_year", unknown: undefined, isChosen: false },
    ]),
    [
      { column: 0, field: "name" },
      { column: 2, field: "close_date", format: "day_month_year" },
    ],
  );
});

test("records are recognised by an address or by the id of an export", () => {
  assert.deepEqual(
    matchesOf(deal).map(({ value }) => value),
    ["email", "id"],
  );
  const locked = { ...deal, fields: [field("email", "email", { is_read_only: true })] };
  assert.deepEqual(
    matchesOf(locked).map(({ value }) => value),
    ["id"],
  );
});

test("what cannot be written cannot be a target", () => {
  assert.ok(!settable(deal).some(({ key }) => key === "updated_at"));
  assert.ok(settable(deal).some(({ key }) => key === "amount"));
});

test("dates and numbers are written in several ways, other values in one", () => {
  assert.deepEqual(
    formatsOf(field("d", "date")).map(({ value }) => value),
    ["", "day_month_year", "month_day_year", "year_month_day"],
  );
  assert.deepEqual(formatsOf(field("d", "datetime")), formatsOf(field("d", "date")));
  assert.deepEqual(
    formatsOf(field("n", "money")).map(({ value }) => value),
    ["", "1,234.5", "1.234,5", "1 234,5", "1'234.5"],
  );
  assert.deepEqual(formatsOf(field("t", "text")), []);
  assert.deepEqual(formatsOf(field("r", "rating")), [], "a rating is whole: no decimal point to read");
  assert.deepEqual(formatsOf(undefined), []);
});

const STATES: [Parameters<typeof stateText>[0], string, string][] = [
  [{ state: "done", failed: 0, failure: null }, "Imported", "good"],
  [{ state: "done", failed: 1_200, failure: null }, "Imported, 1,200 refused", "soon"],
  [{ state: "failed", failed: 0, failure: null }, "Failed", "bad"],
  [{ state: "running", failed: 0, failure: null }, "Importing", "neutral"],
  [{ state: "undone", failed: 0, failure: null }, "Undone", "neutral"],
];

test("an import says what it is at", () => {
  for (const [file, words, tone] of STATES) assert.deepEqual(stateText(file), { words, tone });
  assert.deepEqual((["checking", "running", "undoing", "done", "ready"] as const).map(isWorking), [true, true, true, false, false]);
});

test("counts are told in words", () => {
  assert.equal(rowsText(1), "1 row");
  assert.equal(rowsText(1_204), "1,204 rows");
  assert.equal(count(50_000), "50,000");
});

const LEFT: [passedMs: number, progress: number, text: string | undefined][] = [
  [1_000, 0.01, undefined],
  [10_000, 0.5, "about 10 s"],
  [60_000, 0.5, "about 60 s"],
  [60_000, 0.25, "about 3 min"],
  [60_000, 0.95, undefined],
];

test("how long it will take is told once it can be, and no longer at the end", () => {
  const start = "2026-11-15T12:00:00Z";
  for (const [passed, progress, text] of LEFT) assert.equal(leftText(start, progress, new Date(Date.parse(start) + passed)), text);
  assert.equal(leftText(null, 0.5, new Date("2026-11-17T09:30:00Z")), undefined);
});

test("every error about a plan is told, each once", () => {
  const error = new ApiError(422, "invalid", "Not right.", { a: "No name.", b: "No name.", c: "Two columns for one field." });
  assert.equal(messageOf(error), "No name. Two columns for one field.");
  assert.equal(messageOf(new ApiError(422, "invalid", "Not right.")), "Not right.");
  assert.equal(messageOf(new Error("Gone.")), "Gone.");
});

test("an address is read, and what is not of its kind is left out", () => {
  assert.deepEqual(readImportSearch({ type: "deal", id: "imp_1", step: "columns" }), { type: "deal", id: "imp_1", step: "columns" });
  assert.deepEqual(readImportSearch({ type: 1, id: true, step: "other" }), {});
});
