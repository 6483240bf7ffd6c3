import assert from "node:assert/strict";
import { test } from "node:test";
import { createFairPlaces } from "./fair-places.ts";

// How places are shared is told by the tests of connection-gate.ts.

test("beyond the places, who holds the fewest comes first", () => {
  const places = createFairPlaces(10);
  const order: string[] = [];
  const wait = (who: string) => places.wait(who, () => order.push(who));
  while (places.enter("a"));
  for (const who of ["a", "a", "b", "b", "c"]) wait(who);
  places.letIn(3);
  assert.deepEqual(order, ["b", "c", "b"]);
  places.letIn(10);
  assert.deepEqual(order.slice(3), ["a", "a"]);
  assert.equal(places.held("a"), 10);
});

test("while some of a company wait, no other of it comes in before them", () => {
  const places = createFairPlaces(10);
  const leaves = Array.from({ length: 8 }, () => places.enter("a"));
  const leaveLine = places.wait("a", () => undefined);
  places.wait("a", () => undefined);
  leaves[0]?.();
  assert.equal(places.inLine("a"), 1);
  assert.equal(places.enter("a"), undefined);
  leaveLine();
  assert.equal(places.inLine("a"), 1, "who has come in is no longer in line");
  assert.equal(places.lines(), 1);
});

test("when there are more places, those who wait come in; when there are fewer, who has one keeps it", () => {
  const places = createFairPlaces(10);
  const leaves = Array.from({ length: 8 }, () => places.enter("a"));
  let entered = 0;
  for (let at = 0; at < 10; at++) places.wait("a", () => entered++);
  places.resize(20);
  assert.equal(entered, 8, "a fifth is still kept");
  places.resize(10);
  assert.equal(places.held("a"), 16);
  leaves[0]?.();
  assert.equal(entered, 8);
});

test("who has used little finds half as many places more when all are taken, and comes first in line", () => {
  const used: Record<string, number> = { a: 900, b: 300, c: 20 };
  const places = createFairPlaces(4, { isLight: (who) => (used[who] ?? 0) < 100, used: (who) => used[who] ?? 0 });
  const leaves = Array.from({ length: 4 }, () => places.enter("a"));
  assert.equal(leaves.filter(Boolean).length, 3, "the last is kept");
  assert.ok(places.enter("b"));
  assert.equal(places.enter("b"), undefined);
  assert.ok(places.enter("c"));
  assert.equal(places.enter("c"), undefined, "one is kept of those too");
  const entered: string[] = [];
  for (const who of ["a", "b", "c"]) places.wait(who, () => entered.push(who));
  places.letIn(3);
  assert.deepEqual(entered, ["c", "b", "a"]);
});
