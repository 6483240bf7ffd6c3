import fc from "fast-check";
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { stopwatch, within } from "../measured.ts";
import type { Planted } from "./model-storage.ts";
import { runModel } from "./run-model.ts";
import { scenario } from "./scenario.ts";

const RUNS = Number(process.env["RUNS"] ?? 10_000);
const SEED = Number(process.env["FOLLOW_SEED"] ?? randomInt(2 ** 31));

/** 10,000 runs are not too long for anyone to wait for. More of them may take longer. */
const MAX_MS = 2 * MINUTE_MS * Math.max(1, RUNS / 10_000);

/** Runs until something goes wrong that must not. fast-check's message has the seed, and the smallest scenario that it found. */
const check = (planted: Planted, numRuns: number) =>
  fc.check(
    fc.asyncProperty(scenario, async (given) => assert.deepEqual(await runModel(given, planted), [])),
    { numRuns, seed: SEED, endOnFailure: Object.keys(planted).length > 0 },
  );

test(`${RUNS} runs with locks, lost connections, frozen workers, refused recordings and restarts: nothing is lost, stuck or out of order`, async (t) => {
  const took = stopwatch();
  const result = await check({}, RUNS);
  t.diagnostic(`${result.numRuns} runs with seed ${SEED} in ${(took() / 1_000).toFixed(1)} s`);
  assert.ok(!result.failed, fc.defaultReportMessage(result));
  assert.ok(took() < within(MAX_MS), `${RUNS} runs took ${(took() / 1_000).toFixed(1)} s`);
});

test("news come although the worker that had read a part of them is dead, and its row is locked while the next one asks", async () => {
  const events = [4_035, 4_085, 4_645, 4_695].map((at) => ({ at, company: 0, isWanted: true }));
  const faults = [
    { kind: "locked" as const, at: 4_838, ms: 4_000, follower: 0 },
    { kind: "frozen" as const, at: 4_801, ms: 4_000, worker: 0, isCut: true },
  ];
  const given = { isSubscriptions: true, companies: 1, followersOfCompany: 1, workers: 1, events, faults, seed: 185_852_052 };
  assert.deepEqual(await runModel(given), []);
});

const MAX_RUNS_TO_FIND = 2_000;

for (const [fault, planted, found] of [
  ["a follower that is down and stays where it is", { isStuckWhenDown: true }, /is stuck|again and again/],
  ["a lease that could not be given back and is not worked on", { forgetsLeases: true }, /is leased and not worked on|is stuck/],
] as const) {
  test(`it finds ${fault}`, async (t) => {
    const result = await check(planted, MAX_RUNS_TO_FIND);
    assert.ok(result.failed, `not found in ${MAX_RUNS_TO_FIND} runs with seed ${SEED}`);
    assert.match(String(result.errorInstance), found);
    assert.match(fc.defaultReportMessage(result) ?? "", new RegExp(`seed: ${SEED}\\b`), "the message has what finds it again");
    t.diagnostic(`found in run ${result.numRuns} with seed ${SEED}`);
  });
}
