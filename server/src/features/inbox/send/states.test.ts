import assert from "node:assert/strict";
import { test } from "node:test";
import { OUT_STATES, REPORTED, rises, type OutState, type Reported } from "./states.ts";

test("reports that come twice and out of order end in the same state, and none falls", () => {
  const orders: Reported[][] = [];
  const add = (rest: Reported[], order: Reported[]) => {
    if (rest.length === 0) orders.push(order);
    for (const one of rest) add(rest.toSpliced(rest.indexOf(one), 1), [...order, one]);
  };
  add(["sent", "delivered", "read", "sent", "delivered", "read"], []);
  assert.equal(orders.length, 720);
  for (const order of orders) {
    let state: OutState = "sending";
    for (const report of order) if (rises(state, report)) state = report;
    assert.equal(state, "read", order.join());
  }
});

test("what waits, was cancelled or is a draft cannot be reported as sent", () => {
  for (const from of ["draft", "queued", "cancelled"] as const)
    assert.deepEqual(
      REPORTED.filter((to) => rises(from, to)),
      [],
    );
});

test("a message fails until it has arrived, and nobody knows becomes sent", () => {
  const fails = OUT_STATES.filter((from) => rises(from, "failed"));
  assert.deepEqual(fails, ["sending", "sent", "unknown"]);
  assert.ok(rises("unknown", "sent"));
  assert.ok(!rises("sent", "sent"));
  assert.ok(rises("failed", "delivered"), "it arrived after all");
});
