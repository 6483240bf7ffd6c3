import assert from "node:assert/strict";
import { test } from "node:test";
import { record } from "../../../../test/fixtures.ts";
import type { Group, RecordRows } from "../../records/index.ts";
import { flatten } from "./flat-rows.ts";
import { createRowSlots } from "./row-slots.ts";

const rows = (...ids: string[]): RecordRows =>
  ({ rowCount: ids.length, rowAt: (at: number) => (ids[at] ? record(ids[at]) : undefined), isWhole: true }) as RecordRows;
const group = (key: string) => ({ key, label: key, count: 2 }) as unknown as Group;
const idAt = (flat: ReturnType<typeof flatten>, index: number) => {
  const row = flat.at(index);
  return row.kind === "group" ? `# ${row.group.key}` : row.record?.id;
};

test("a list without groups is its rows", () => {
  const flat = flatten([rows("a", "b", "c")], undefined, new Set());
  assert.equal(flat.total, 3);
  assert.deepEqual(
    [0, 1, 2, 3].map((index) => idAt(flat, index)),
    ["a", "b", "c", undefined],
  );
});

test("groups stand before their rows, and a closed one has none", () => {
  const lists = [rows("a", "b"), rows("c"), rows()];
  const groups = [group("new"), group("won"), group("lost")];
  const open = flatten(lists, groups, new Set());
  assert.equal(open.total, 6);
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((index) => idAt(open, index)),
    ["# new", "a", "b", "# won", "c", "# lost"],
  );
  const closed = flatten(lists, groups, new Set(["new"]));
  assert.equal(closed.total, 4);
  assert.deepEqual(
    [0, 1, 2, 3].map((index) => idAt(closed, index)),
    ["# new", "# won", "c", "# lost"],
  );
});

test("a record is found near where it stood", () => {
  const ids = Array.from({ length: 400 }, (_, at) => `r${at}`);
  const flat = flatten([rows(...ids)], undefined, new Set());
  assert.equal(flat.find("r10", 12), 10);
  assert.equal(flat.find("r12", 10), 12);
  assert.equal(flat.find("r10", 10), 10);
  assert.equal(flat.find("r300", 10), undefined, "too far to look");
  assert.equal(flat.find("gone", 10), undefined);
});

test("what is on the screen is told by list, without heads and closed groups", () => {
  const lists = [rows("a", "b"), rows("c", "d"), rows("e")];
  const groups = [group("1"), group("2"), group("3")];
  const flat = flatten(lists, groups, new Set(["2"]));
  assert.deepEqual(flat.rangesBetween(0, 100), [
    { list: 0, from: 0, to: 1 },
    { list: 2, from: 0, to: 0 },
  ]);
  assert.deepEqual(flat.rangesBetween(2, 2), [{ list: 0, from: 1, to: 1 }]);
  assert.deepEqual(flat.rangesBetween(3, 3), [], "only a closed head");
});

const shown = (placed: { slot: number; at: number }[], ids: string[]) => placed.map(({ slot, at }) => `${slot}:${ids[at] ?? ""}`);

test("a row keeps its element as long as it is drawn", () => {
  const slots = createRowSlots();
  assert.deepEqual(shown(slots.place(["a", "b", "c"], false), ["a", "b", "c"]), ["0:a", "1:b", "2:c"]);
  assert.deepEqual(shown(slots.place(["c", "a"], false), ["c", "a"]), ["2:c", "0:a"]);
});

test("while the list scrolls, a row that came is shown by the element of one that left", () => {
  const slots = createRowSlots();
  slots.place(["a", "b", "c"], true);
  const placed = slots.place(["b", "c", "d"], true);
  assert.deepEqual(shown(placed, ["b", "c", "d"]), ["0:d", "1:b", "2:c"], "no element is made, and none moves");
});

test("once it rests, the elements stand in the order of the rows", () => {
  const slots = createRowSlots();
  slots.place(["a", "b", "c"], true);
  slots.place(["b", "c", "d"], true);
  assert.deepEqual(shown(slots.place(["b", "c", "d"], false), ["b", "c", "d"]), ["1:b", "2:c", "0:d"]);
});

test("a record that is on two pages for a moment has two elements", () => {
  const slots = createRowSlots();
  const placed = slots.place(["a", "b", "a"], false);
  assert.equal(new Set(placed.map(({ slot }) => slot)).size, 3);
});

test("however far one scrolls, there are no more elements than rows on the screen", () => {
  const slots = createRowSlots();
  const used = new Set<number>();
  for (let top = 0; top < 500; top++) {
    const ids = Array.from({ length: 20 }, (_, at) => `r${top + at}`);
    for (const { slot } of slots.place(ids, true)) used.add(slot);
  }
  assert.equal(used.size, 20);
});
