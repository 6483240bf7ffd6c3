import assert from "node:assert/strict";
import { test } from "node:test";
import { fromRanges } from "./search-uids.ts";

test("ranges are the numbers in them, and a folder without any has none", () => {
  assert.deepEqual(fromRanges({ count: 6, all: "2,4:6,9,12" }), [2, 4, 5, 6, 9, 12]);
  assert.deepEqual(fromRanges({ count: 3, all: "7:5" }), [5, 6, 7]);
  assert.deepEqual(fromRanges({ count: 0 }), []);
});

test("an answer that names fewer or more than it counts is not relied on, nor one that would fill the memory", () => {
  for (const answer of [
    false as const,
    [1, 2],
    {},
    { all: "1:3" },
    { count: 3 },
    { count: 3, all: "1:2" },
    { count: 3, all: "1:4294967295" },
    { count: 4_294_967_295, all: "1:4294967295" },
    { count: 1, all: "*" },
    { count: 1, all: "0" },
    { count: 2, all: "1,Infinity" },
  ])
    assert.equal(fromRanges(answer), undefined, JSON.stringify(answer));
});
