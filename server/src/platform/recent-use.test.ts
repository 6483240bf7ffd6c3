import assert from "node:assert/strict";
import { test } from "node:test";
import { createRecentUse } from "./recent-use.ts";

function given() {
  let nowMs = 0;
  const use = createRecentUse(() => nowMs);
  return { ...use, pass: (ms: number) => void (nowMs += ms) };
}

test("what was used is halved with each second", () => {
  const { add, of, pass } = given();
  add("a", 80);
  pass(1_000);
  assert.equal(of("a"), 40);
  add("a", 10);
  pass(1_000);
  assert.equal(of("a"), 25);
  assert.equal(of("b"), 0);
});

test("the fair part is what all have used, divided by those who have used something lately", () => {
  const { add, fairPart, pass } = given();
  add("a", 90);
  add("b", 30);
  assert.equal(fairPart(), 60);
  pass(10_000);
  add("a", 10);
  assert.equal(Math.round(fairPart()), 10, "b has used nothing for ten seconds");
});
