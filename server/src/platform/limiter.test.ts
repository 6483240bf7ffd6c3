import assert from "node:assert/strict";
import { test } from "node:test";
import { createLimiter } from "./limiter.ts";
import { stopwatch, within } from "../../test/measured.ts";

function limiterAt(most: number, windowMs: number) {
  let now = 1_000_000;
  const limiter = createLimiter({ now: () => new Date(now) }, most, windowMs);
  return { limiter, pass: (ms: number) => void (now += ms) };
}

test("take() allows up to the limit, says how many are left, and when the window ends", () => {
  const { limiter, pass } = limiterAt(2, 10_000);
  assert.deepEqual(limiter.take("a"), { isAllowed: true, remaining: 1, resetSeconds: 10 });
  pass(4_500);
  assert.deepEqual(limiter.take("a"), { isAllowed: true, remaining: 0, resetSeconds: 6 });
  assert.deepEqual(limiter.take("a"), { isAllowed: false, remaining: 0, resetSeconds: 6 });
  pass(5_500);
  assert.deepEqual(limiter.take("a"), { isAllowed: true, remaining: 1, resetSeconds: 10 });
});

test("a clock that is set back does not make a window longer", () => {
  const { limiter, pass } = limiterAt(1, 10_000);
  limiter.take("a");
  pass(-600_000);
  assert.deepEqual(limiter.look("a"), { isAllowed: true, remaining: 1, resetSeconds: 0 });
  assert.deepEqual(limiter.take("a"), { isAllowed: true, remaining: 0, resetSeconds: 10 });
  assert.ok(!limiter.take("a").isAllowed);
});

test("callers do not share a window", () => {
  const { limiter } = limiterAt(1, 10_000);
  assert.ok(limiter.take("a").isAllowed);
  assert.ok(limiter.take("b").isAllowed);
  assert.ok(!limiter.take("a").isAllowed);
});

test("look() counts nothing", () => {
  const { limiter, pass } = limiterAt(1, 10_000);
  for (let time = 0; time < 3; time++) assert.deepEqual(limiter.look("a"), { isAllowed: true, remaining: 1, resetSeconds: 0 });
  limiter.take("a");
  assert.ok(!limiter.look("a").isAllowed);
  pass(10_000);
  assert.ok(limiter.look("a").isAllowed);
});

test("giveBack() returns one, and never more than were taken", () => {
  const { limiter } = limiterAt(1, 10_000);
  limiter.take("a");
  limiter.giveBack("a");
  limiter.giveBack("a");
  limiter.giveBack("nobody");
  assert.ok(limiter.take("a").isAllowed);
  assert.ok(!limiter.take("a").isAllowed);
});

test("a hundred thousand callers at once cost no more each than ten do", () => {
  const { limiter } = limiterAt(1, 60_000);
  const took = stopwatch();
  for (let at = 0; at < 100_000; at++) limiter.take(`198.51.100.${at}`);
  // Walking over the others for each would take minutes.
  assert.ok(took() < within(5_000));
  assert.ok(!limiter.take("198.51.100.0").isAllowed, "and none is forgotten before its time");
});
