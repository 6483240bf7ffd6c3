import assert from "node:assert/strict";
import { test } from "node:test";
import { record } from "../../../test/fixtures.ts";
import type { RecordRows } from "../records/index.ts";
import type { Lane } from "./lanes.ts";
import { placeRows } from "./placed.ts";

const lane = (key: string | null) => ({ key }) as Lane;
const list = (...records: ReturnType<typeof record>[]): RecordRows =>
  ({ rowCount: records.length, rowAt: (at: number) => records[at] }) as RecordRows;
const inStage = (id: string, stage: string | null | undefined) => record(id, { values: stage === undefined ? {} : { stage } });
const seen = [
  { from: 0, to: 10 },
  { from: 0, to: 10 },
];
const idsOf = (rows: ReturnType<typeof placeRows>[number] | undefined) =>
  Array.from({ length: rows?.total ?? 0 }, (_, at) => {
    const one = rows?.at(at);
    return typeof one === "object" ? one.id : one;
  });

test("a lane shows its own list while nothing has moved", () => {
  const [fresh, won] = placeRows(
    [lane("new"), lane("won")],
    [list(inStage("a", "new"), inStage("b", "new")), list(inStage("c", "won"))],
    seen,
    "stage",
  );
  assert.deepEqual(idsOf(fresh), ["a", "b"]);
  assert.deepEqual(idsOf(won), ["c"]);
  assert.equal(won?.arrived, 0);
});

test("a card that was moved stands at the top of its new lane at once, and has left the old one", () => {
  const [fresh, won] = placeRows(
    [lane("new"), lane("won")],
    [list(inStage("a", "won"), inStage("b", "new")), list(inStage("c", "won"))],
    seen,
    "stage",
  );
  assert.deepEqual(idsOf(won), ["a", "c"]);
  assert.equal(won?.arrived, 1);
  assert.deepEqual(idsOf(fresh), ["left", "b"], "its place stays until the list is read again");
});

test("once its new lane's list has it, it is there once", () => {
  const moved = inStage("a", "won");
  const [fresh, won] = placeRows([lane("new"), lane("won")], [list(moved), list(moved, inStage("c", "won"))], seen, "stage");
  assert.deepEqual(idsOf(won), ["a", "c"]);
  assert.deepEqual(idsOf(fresh), ["left"]);
});

test("a move that is refused brings the card back", () => {
  const lists = (stage: string) => [list(inStage("a", stage)), list()];
  const lanes = [lane("new"), lane("won")];
  assert.deepEqual(placeRows(lanes, lists("won"), seen, "stage").map(idsOf), [["left"], ["a"]]);
  assert.deepEqual(placeRows(lanes, lists("new"), seen, "stage").map(idsOf), [["a"], []]);
});

test("no value, and a value that is not there, are the lane for none", () => {
  const [none] = placeRows([lane(null)], [list(inStage("a", null), inStage("b", undefined))], seen, "stage");
  assert.deepEqual(idsOf(none), ["a", "b"]);
});

test("only what is near the screen is looked through", () => {
  const many = Array.from({ length: 500 }, (_, at) => inStage(`r${at}`, at === 400 ? "won" : "new"));
  const lists = [list(...many), list()];
  const near = placeRows([lane("new"), lane("won")], lists, [{ from: 350, to: 380 }], "stage")[1];
  const far = placeRows([lane("new"), lane("won")], lists, [{ from: 0, to: 20 }], "stage")[1];
  assert.equal(near?.arrived, 1);
  assert.equal(far?.arrived, 0);
});
