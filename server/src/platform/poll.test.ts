import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createPoll, type Timing } from "./poll.ts";

/** Time that passes when the test says so. */
function handTime() {
  let now = 0;
  let waiting: { at: number; run: () => void }[] = [];
  const timing: Timing = {
    now: () => now,
    after(ms, run) {
      const one = { at: now + ms, run };
      waiting.push(one);
      return () => (waiting = waiting.filter((other) => other !== one));
    },
  };
  return {
    timing,
    async pass(ms: number) {
      for (const end = now + ms; ;) {
        const next = waiting.toSorted((a, b) => a.at - b.at)[0];
        if (!next || next.at > end) return void (now = end);
        waiting = waiting.filter((one) => one !== next);
        now = next.at;
        next.run();
        await setImmediate(); // the look itself
      }
    },
  };
}

test("a poll that finds nothing for ten seconds looks less often, and at its old pace as soon as it finds something", async () => {
  const { timing, pass } = handTime();
  let [looks, isThere] = [0, false];
  const look = async () => {
    looks++;
    return isThere;
  };
  const poll = createPoll({ timing, everyMs: 100, quietEveryMs: 500, look, failed: () => assert.fail() });
  const looksIn = async (ms: number) => {
    const before = looks;
    await pass(ms);
    return looks - before;
  };
  poll.start();
  assert.equal(await looksIn(9_950), 100);
  await pass(1_000);
  assert.equal(await looksIn(10_000), 20, "quiet");
  isThere = true;
  await pass(500);
  assert.equal(await looksIn(10_000), 100, "busy");
  await poll.stop();
  assert.equal(await looksIn(10_000), 0);
});

test("the first of many failures is told apart, and a poll goes on after it", async () => {
  const { timing, pass } = handTime();
  let isAway = true;
  const reported: boolean[] = [];
  const look = async () => {
    if (isAway) throw new Error("away");
  };
  const poll = createPoll({ timing, everyMs: 100, look, failed: (_error, isFirst) => void reported.push(isFirst) });
  poll.start();
  await pass(250);
  isAway = false;
  await pass(100);
  isAway = true;
  await pass(100);
  assert.deepEqual(reported, [true, false, false, true]);
  await poll.stop();
});

test("a poll that finds nothing waits until something is written, and for a second at most", async () => {
  const { timing, pass } = handTime();
  const listeners = new Set<() => void>();
  const commits = {
    onCommit(run: () => void) {
      listeners.add(run);
      return () => void listeners.delete(run);
    },
  };
  const write = () => listeners.forEach((run) => run());
  let [looks, isThere] = [0, false];
  const look = async () => {
    looks++;
    return isThere;
  };
  const poll = createPoll({ timing, everyMs: 100, commits, look, failed: () => assert.fail() });
  const looksIn = async (ms: number) => {
    const before = looks;
    await pass(ms);
    return looks - before;
  };
  poll.start();
  assert.equal(await looksIn(9_950), 10, "nothing is written: once a second");
  write();
  assert.equal(await looksIn(10), 1, "it looks at once");
  write();
  assert.equal(await looksIn(80), 0, "but no more often than before");
  assert.equal(await looksIn(20), 1, "what was written meanwhile is not forgotten");
  isThere = true;
  write();
  await pass(100);
  assert.equal(await looksIn(1_000), 10, "as long as there is something to do it does not wait for a write");
  await poll.stop();
  assert.equal(listeners.size, 0);
});
