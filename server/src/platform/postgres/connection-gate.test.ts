import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createConnectionGate, MONITOR } from "./connection-gate.ts";

function given(connections: number) {
  let time = 0;
  const gate = createConnectionGate(connections, 2_000, () => time);
  const entered: string[] = [];
  const refused: [string, string][] = [];
  const places = new Map<string, (() => void)[]>();
  const enter = async (who: string, times = 1, maxWaitMs = 60_000) => {
    for (let at = 0; at < times; at++) {
      gate.enter(who, maxWaitMs).then(
        (leave) => {
          entered.push(who);
          places.set(who, [...(places.get(who) ?? []), leave]);
        },
        (error: { code: string }) => refused.push([who, error.code]),
      );
    }
    await setImmediate();
  };
  const leave = async (who: string) => {
    places.get(who)?.shift()?.();
    await setImmediate();
  };
  const held = (who: string) => places.get(who)?.length ?? 0;
  const clear = async () => {
    for (const who of places.keys()) while (held(who) > 0) await leave(who);
  };
  return { enter, leave, held, entered, refused, clear, pass: (ms: number) => (time += ms) };
}

test("alone a company has all connections but the last fifth", async () => {
  const { enter, held, clear } = given(10);
  await enter("a", 14);
  assert.equal(held("a"), 8);
  await clear();
  await clear();
});

test("a monitor that looks every second does not take half of a company's connections", async () => {
  const { enter, leave, held, clear, pass } = given(10);
  await enter(MONITOR);
  await leave(MONITOR);
  pass(1_000);
  await enter("a", 14);
  assert.equal(held("a"), 8);
  await enter(MONITOR);
  assert.equal(held(MONITOR), 1, "it gets one of those that are kept");
  await clear();
  await clear();
});

test("another company gets a connection at once, and then nobody has more than half", async () => {
  const { enter, leave, held, clear, pass } = given(10);
  await enter("a", 14);
  await enter("b", 2);
  assert.equal(held("b"), 1, "the second has to wait: one is left for somebody who has none");
  for (let round = 0; round < 4; round++) await leave("a");
  assert.equal(held("b"), 2, "who has fewer comes first");
  assert.equal(held("a"), 5, "at most half");
  await enter("c");
  assert.equal(held("c"), 1);
  pass(11_000);
  await enter("a");
  await clear();
  await clear();
});

test("who has used connections for long has a fifth of them while another company calls, and more again after a pause", async () => {
  const { enter, leave, held, clear, pass } = given(10);
  await enter("b");
  await leave("b");
  await enter("a", 5);
  pass(1_000);
  for (let round = 0; round < 5; round++) await leave("a");
  await enter("a", 5);
  assert.equal(held("a"), 2, "five seconds of connections in one second");
  await enter("b", 2);
  assert.equal(held("b"), 2, "another company is not held back");
  await clear();
  await clear();
  await clear();
  pass(9_000);
  await enter("b");
  await enter("a", 5);
  assert.equal(held("a"), 5);
  await clear();
});

test("a place that is given back twice is free once", async () => {
  const gate = createConnectionGate(1, 2_000);
  const leave = await gate.enter("a");
  leave();
  leave();
  await gate.enter("b");
  await assert.rejects(gate.enter("a", 10), { code: "database_busy", status: 503 });
});

test("who waits too long for connections that the own company holds is told so", async () => {
  const gate = createConnectionGate(10, 2_000);
  await Promise.all(Array.from({ length: 8 }, () => gate.enter("a")));
  await assert.rejects(gate.enter("a", 10), { code: "too_many_requests", status: 429 });
});
