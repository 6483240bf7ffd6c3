import "../../../../test/components.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Called, givenService, problem } from "../../../../test/service.ts";
import type { BulkProgress } from "./run-bulk.ts";

const { runBulk } = await import("./run-bulk.ts");

const never = () => false;
const ids = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `r${from + at}`);
const done = ({ input }: Called) => ({
  body: { operation_id: "op", results: (input["items"] as object[]).map(() => ({ status: "updated", errors: [] })) },
});

test("values are set in batches of a thousand, each with a key of its own", async (t) => {
  const calls = givenService(t, done);
  const progress: BulkProgress[] = [];
  const outcome = await runBulk(
    { type: "deal", target: { ids: ids(2_300) }, values: { stage: "won" } },
    (one) => progress.push(one),
    never,
  );
  assert.deepEqual(
    calls.map(({ input }) => (input["items"] as object[]).length),
    [1_000, 1_000, 300],
  );
  assert.equal(new Set(calls.map(({ idempotencyKey }) => idempotencyKey)).size, 3);
  assert.deepEqual(
    progress.map(({ phase, done: so, total }) => [phase, so, total]),
    [
      ["working", 0, 2_300],
      ["working", 1_000, 2_300],
      ["working", 2_000, 2_300],
    ],
  );
  assert.deepEqual(outcome, { done: 2_300, failed: 0, fieldErrors: [], operationIds: ["op", "op", "op"] });
});

test("without values the records go to the trash, and what was gone counts as failed", async (t) => {
  const calls = givenService(t, () => ({ body: { operation_id: "op_1", deleted: 2 } }));
  const outcome = await runBulk({ type: "deal", target: { ids: ids(3) } }, () => {}, never);
  assert.equal(calls[0]?.name, "records.deleteBatch");
  assert.deepEqual(outcome, { done: 2, failed: 1, fieldErrors: [], operationIds: ["op_1"] });
});

test("what was refused is counted, and the first reasons are told", async (t) => {
  const refused = (message: string) => ({ status: "failed", errors: [{ message }] });
  givenService(t, () => ({
    body: { operation_id: "op_1", results: [{ status: "updated", errors: [] }, refused("A"), refused("B"), refused("C"), refused("D")] },
  }));
  const outcome = await runBulk({ type: "deal", target: { ids: ids(5) }, values: {} }, () => {}, never);
  assert.deepEqual(outcome, { done: 1, failed: 4, fieldErrors: ["A", "B", "C"], operationIds: ["op_1"] });
});

test("all that match are collected before the first of them is changed, without those left out", async (t) => {
  const calls = givenService(t, (call) => {
    if (call.name === "records.batch") return done(call);
    const isSecond = call.input["cursor"] === "2";
    return { body: { items: ids(2, isSecond ? 2 : 0).map((id) => ({ id })), next_cursor: isSecond ? null : "2" } };
  });
  await runBulk({ type: "deal", target: { filter: "is:open", except: ["r1"] }, values: { stage: "won" } }, () => {}, never);
  assert.deepEqual(
    calls.map(({ name }) => name),
    ["records.list", "records.list", "records.batch"],
  );
  assert.deepEqual(calls[0]?.input, { type: "deal", sort: "created_at", fields: ["name"], count: "none", limit: 100, filter: "is:open" });
  assert.deepEqual(
    ((calls[2]?.input["items"] ?? []) as { id: string }[]).map(({ id }) => id),
    ["r0", "r2", "r3"],
  );
});

test("stopped, it ends after the batch it is at", async (t) => {
  const calls = givenService(t, done);
  const outcome = await runBulk(
    { type: "deal", target: { ids: ids(2_500) }, values: {} },
    () => {},
    () => calls.length > 0,
  );
  assert.equal(outcome.done, 1_000);
});

test("a batch whose answer was lost is asked for again with the same key", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const calls = givenService(t, (call, at) => (at === 0 ? "unreachable" : at === 1 ? problem(503, "overloaded", "Busy.") : done(call)));
  const running = runBulk({ type: "deal", target: { ids: ids(3) }, values: {} }, () => {}, never);
  for (const ms of [500, 2_000]) {
    await new Promise((resolve) => setImmediate(resolve));
    t.mock.timers.tick(ms);
  }
  assert.equal((await running).done, 3);
  assert.equal(calls.length, 3);
  assert.equal(new Set(calls.map(({ idempotencyKey }) => idempotencyKey)).size, 1);
});

test("a refusal of the whole batch is no reason to ask again", async (t) => {
  const calls = givenService(t, () => problem(403, "forbidden", "Not yours."));
  await assert.rejects(
    runBulk({ type: "deal", target: { ids: ids(3) }, values: {} }, () => {}, never),
    { message: "Not yours." },
  );
  assert.equal(calls.length, 1);
});

test("records come back from the trash one by one, and one that cannot is told", async (t) => {
  const calls = givenService(t, ({ input }) =>
    input["id"] === "r1" ? problem(409, "merged", "It was merged.") : { body: { operation_id: `op_${String(input["id"])}` } },
  );
  const outcome = await runBulk({ type: "deal", target: { ids: ids(3) }, isRestore: true }, () => {}, never);
  assert.deepEqual(new Set(calls.map(({ name }) => name)), new Set(["records.restore"]));
  assert.deepEqual(outcome, { done: 2, failed: 1, fieldErrors: ["It was merged."], operationIds: ["op_r0", "op_r2"] });
});
