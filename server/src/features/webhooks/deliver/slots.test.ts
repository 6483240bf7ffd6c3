import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createSlots } from "./slots.ts";

const STEP_MS = 100;
const HOSTILE_MS = 13_500;
const VICTIM_MS = 2_500;

/** Slots with a clock of their own, and endpoints that are asked again as soon as they have answered. */
function simulate() {
  let now = 0;
  const slots = createSlots(() => now);
  const running = new Set<{ endsAt: number; end(): void }>();
  const counts = new Map<string, number>();

  async function ask(companyId: string, isSlow: boolean, ms: number): Promise<number> {
    const asked = now;
    const leave = await slots.enter(companyId, isSlow);
    counts.set(companyId, (counts.get(companyId) ?? 0) + 1);
    const waited = now - asked;
    await new Promise<void>((end) => running.add({ endsAt: now + ms, end }));
    counts.set(companyId, (counts.get(companyId) ?? 0) - 1);
    leave();
    return waited;
  }

  return {
    ask,
    of: (companyId: string) => counts.get(companyId) ?? 0,
    slots,
    /** An endpoint without end. `isSlowAt`: how it is known for each request. */
    async repeat(companyId: string, ms: number, isSlowAt: (round: number) => boolean, noteWait: (ms: number) => void = () => undefined) {
      for (let round = 0; ; round++) noteWait(await ask(companyId, isSlowAt(round), ms));
    },
    async pass(ms: number, look: () => void = () => undefined) {
      for (const end = now + ms; now < end; now += STEP_MS) {
        for (const one of running)
          if (one.endsAt <= now) {
            running.delete(one);
            one.end();
          }
        if (now % 500 === 0) slots.sweep();
        await setImmediate();
        look();
      }
    },
  };
}

const p95 = (waits: number[]) => waits.toSorted((one, other) => one - other)[Math.floor(waits.length * 0.95)] ?? Infinity;
const always = () => true;

for (const [companies, endpoints] of [
  [1, 100],
  [10, 10],
  [10, 100],
  [30, 100],
] as const) {
  test(`${endpoints} slow endpoints of each of ${companies} companies do not delay the slow endpoint of another`, async () => {
    const world = simulate();
    // Half of them are known as slow, the others pretend to be fast every second time.
    for (let at = 0; at < companies * endpoints; at++)
      void world.repeat(`hostile ${at % companies}`, HOSTILE_MS, (round) => at % 4 < 2 || round % 2 === 1);
    await world.pass(20_000);
    const waits: number[] = [];
    const fast: number[] = [];
    void world.repeat("victim", VICTIM_MS, always, (ms) => waits.push(ms));
    void world.repeat(
      "quick",
      200,
      () => false,
      (ms) => fast.push(ms),
    );
    await world.pass(120_000);
    world.slots.stop();
    assert.ok(waits.length > 20, `${waits.length} requests`);
    assert.ok(p95(waits) <= VICTIM_MS, `p95 of the wait ${p95(waits)} ms`);
    assert.ok(fast.length > 200 && p95(fast) <= 500, `p95 of the wait for a fast endpoint ${p95(fast)} ms, ${fast.length} requests`);
  });
}

test("one company has at most a quarter of the slow places, and 100 requests in all", async () => {
  const world = simulate();
  for (let at = 0; at < 300; at++) void world.repeat("hostile", HOSTILE_MS, always);
  await world.pass(40_000, () => assert.ok(world.of("hostile") <= 25, `${world.of("hostile")} slow`));
  for (let at = 0; at < 300; at++) void world.repeat("hostile", HOSTILE_MS, () => false);
  await world.pass(40_000, () => assert.ok(world.of("hostile") <= 100, `${world.of("hostile")} requests`));
  world.slots.stop();
});

test("companies that wait are served in turn", async () => {
  const world = simulate();
  for (let at = 0; at < 150; at++) void world.repeat(`busy ${at}`, HOSTILE_MS, always);
  await world.pass(1_000);
  const order: string[] = [];
  const ask = async (companyId: string) => {
    await world.ask(companyId, true, 1_000);
    order.push(companyId);
  };
  for (let at = 0; at < 20; at++) void ask("first");
  for (let at = 0; at < 3; at++) void ask("second");
  await world.pass(60_000);
  world.slots.stop();
  assert.ok(order.indexOf("second") < 3, order.join(" "));
  assert.ok(order.lastIndexOf("second") < 10, order.join(" "));
});

test("places that are given back are there again", async () => {
  const world = simulate();
  await Promise.all([world.pass(30_000), ...Array.from({ length: 500 }, (_, at) => world.ask(`company ${at % 50}`, at % 2 === 0, 1_000))]);
  world.slots.stop();
  assert.equal(world.slots.inFlight, 0);
});
