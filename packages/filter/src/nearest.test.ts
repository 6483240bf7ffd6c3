import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest, nearestBudget } from "./nearest.ts";

test("the nearest names come first: letters added, dropped, changed or swapped", () => {
  assert.deepEqual(nearest("amout", ["stage", "amount", "about"]), ["amount", "about"]);
  assert.deepEqual(nearest("nmae", ["owner", "name"]), ["name"]);
  assert.deepEqual(nearest("organisation", ["organization", "contacts"]), ["organization"]);
  assert.deepEqual(nearest("clo", ["close_date", "stage"]), ["close_date"]);
  assert.deepEqual(nearest("xyz", ["name", "stage"]), []);
});

// The whole table, without band and early end, as it was before.
function plainDistance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, row) => [row]);
  for (let column = 1; column <= b.length; column++) (rows[0] ?? [])[column] = column;
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= a.length; row++) {
    for (let column = 1; column <= b.length; column++) {
      const change = at(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swap = isSwap ? at(row - 2, column - 2) + 1 : Infinity;
      (rows[row] ?? [])[column] = Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, change, swap);
    }
  }
  return at(a.length, b.length);
}

test("the band finds what the whole table finds", () => {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const word = () => Array.from({ length: 3 + random(12) }, () => "abcd"[random(4)] ?? "a").join("");
  for (let round = 0; round < 3_000; round++) {
    const [name, known] = [word(), word()];
    const limit = Math.max(1, Math.floor(name.length / 3));
    const isNear = known.startsWith(name) || plainDistance(name, known) <= limit;
    assert.equal(nearest(name, [known]).length === 1, isNear, `${name} ${known}`);
  }
});

test("a budget ends the search: five names, and a bounded number of steps", () => {
  const budget = nearestBudget();
  const found = Array.from({ length: 8 }, () => nearest("amout", ["amount"], budget).length);
  assert.deepEqual(found, [1, 1, 1, 1, 1, 0, 0, 0]);
  const spent = nearestBudget();
  const known = Array.from({ length: 10_000 }, (_, at) => `${"ab".repeat(17)}${String(at).padStart(6, "0")}`);
  nearest("ba".repeat(20), known, spent);
  assert.ok(spent.steps <= 0 && spent.steps > -5_000, `${spent.steps} steps left`);
});
