import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { QueryClient } from "@tanstack/react-query";
import { createRefresher } from "./refresher.ts";

function given(t: TestContext) {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const client = new QueryClient();
  t.after(() => client.clear());
  let isEditing = false;
  const refresher = createRefresher(client, () => isEditing);
  let runs = 0;
  return {
    client,
    refresher,
    soon: (name = "keys.", pace: "quick" | "slow" = "quick") => refresher.soon(name, pace, () => runs++),
    runs: () => runs,
    pass: (ms: number) => t.mock.timers.tick(ms),
    edit: (now: boolean) => {
      isEditing = now;
    },
  };
}

test("a burst of changes is read once, after 0.4 s without a change", (t) => {
  const { soon, runs, pass } = given(t);
  for (let change = 0; change < 10; change++) {
    soon();
    pass(100);
  }
  assert.equal(runs(), 0);
  pass(300);
  assert.equal(runs(), 1);
  pass(10_000);
  assert.equal(runs(), 1);
});

test("figures are read after 1.5 s without a change", (t) => {
  const { soon, runs, pass } = given(t);
  soon("figures", "slow");
  pass(1_499);
  assert.equal(runs(), 0);
  pass(1);
  assert.equal(runs(), 1);
});

test("while changes arrive without a pause, the page reads every 5 s", (t) => {
  const { soon, runs, pass } = given(t);
  for (let change = 0; change < 60; change++) {
    soon();
    pass(200);
  }
  assert.equal(runs(), 2, "twice in 12 s");
});

test("different names do not wait for one another", (t) => {
  const { soon, runs, pass } = given(t);
  soon("keys.");
  pass(300);
  soon("views.");
  pass(100);
  assert.equal(runs(), 1);
  pass(300);
  assert.equal(runs(), 2);
});

test("nothing is read while a cell is edited", (t) => {
  const { soon, runs, pass, edit } = given(t);
  edit(true);
  soon();
  pass(4_000);
  assert.equal(runs(), 0);
  edit(false);
  pass(400);
  assert.equal(runs(), 1);
});

test("a stopped refresher does nothing more", (t) => {
  const { refresher, soon, runs, pass } = given(t);
  soon();
  refresher.stop();
  pass(10_000);
  assert.equal(runs(), 0);
});

test("only the matching queries become stale", (t) => {
  const { client, refresher } = given(t);
  client.setQueryData(["keys.list", {}], { items: [] });
  client.setQueryData(["views.list", { type: "deal" }], { items: [] });
  refresher.stale((name) => name.startsWith("keys."));
  assert.equal(client.getQueryState(["keys.list", {}])?.isInvalidated, true);
  assert.equal(client.getQueryState(["views.list", { type: "deal" }])?.isInvalidated, false);
});
