import assert from "node:assert/strict";
import { test } from "node:test";
import { dropAndRestore } from "../../../scripts/drill/dropped-table.ts";
import { killAndRestore } from "../../../scripts/drill/killed-machine.ts";

// Small; `npm run drill` is the full size.
test("a dropped table comes back with the moment before, every count equal, and what cannot be restored is refused in words", async (t) => {
  const { counts, restored, refusals, after } = await dropAndRestore(120, (line) => t.diagnostic(line));
  const [later, early, full] = refusals;
  assert.deepEqual([later?.code, early?.code, full?.code], [2, 2, 2]);
  assert.match(later?.said ?? "", /cannot be reached yet: the last change that was received is of/);
  assert.match(early?.said ?? "", /No base backup is older than/);
  assert.match(full?.said ?? "", /is not empty/);
  assert.equal(restored.code, 0, restored.said);
  assert.deepEqual(restored.counts, counts);
  assert.equal(restored.counts.get("records"), 120);
  assert.match(restored.said, /the event log has every event of its [1-9]\d* sealed hours/);
  assert.deepEqual([after.damages, after.hours > 0, after.isNoted], [0, true, true]);
  t.diagnostic(`restored in ${restored.seconds.toFixed(1)} s`);
});

test("PostgreSQL is killed under load and its disk is lost: with the receiver as synchronous standby no confirmed row is", async (t) => {
  const { confirmed, lost } = await killAndRestore(3_000, true);
  t.diagnostic(`${lost} of ${confirmed} lost`);
  assert.equal(lost, 0);
});
