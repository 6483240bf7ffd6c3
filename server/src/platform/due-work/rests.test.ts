import assert from "node:assert/strict";
import { test } from "node:test";
import { createRests } from "./rests.ts";

test("what fails rests twice as long each time, up to a bound, and starts over when it worked", () => {
  let now = 0;
  const rests = createRests({ longestMs: 5_000, now: () => now });
  const waits = Array.from({ length: 5 }, () => {
    const ms = rests.afterFailure("one");
    assert.ok(rests.isResting("one"));
    now += ms;
    assert.ok(!rests.isResting("one"), "its time is over");
    return ms;
  });
  assert.deepEqual(waits, [1_000, 2_000, 4_000, 5_000, 5_000]);
  rests.forget("one");
  assert.equal(rests.afterFailure("one"), 1_000);
});

test("a rest because there was nothing to do does not grow, and nothing else rests with it", () => {
  let now = 0;
  const rests = createRests({ now: () => now });
  for (let round = 0; round < 3; round++) {
    rests.afterNothing("one", 200);
    assert.deepEqual([rests.isResting("one"), rests.isResting("other"), rests.resting()], [true, false, ["one"]]);
    now += 200;
    assert.deepEqual(rests.resting(), []);
  }
  assert.equal(rests.afterFailure("one"), 1_000);
});
