import "../../../../test/components.ts";
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { record } from "../../../../test/fixtures.ts";
import { type Called, givenService, problem } from "../../../../test/service.ts";
import type { Change } from "../../../outbox/change.ts";

const { sendChange } = await import("./send-change.ts");

const change: Change = {
  key: "17-1",
  kind: "update",
  type: "deal",
  id: "rec_1",
  title: "Flow metering",
  values: { amount: "200" },
  before: { amount: "100" },
  version: 3,
  said: "Amount changed.",
};

const conflict = problem(409, "version_conflict", "It has changed.");

/** The service refuses the change because the record is newer, and then shows that record. */
const newer = (t: TestContext, values: Record<string, unknown>, timeline: object[] = []) =>
  givenService(t, ({ name }: Called) => {
    if (name === "records.update") return conflict;
    return { body: name === "records.get" ? record("rec_1", { version: 9, values }) : { items: timeline } };
  });

/** From now on time stands still for this test. */
function secondsAgo(t: TestContext, seconds: number): string {
  const now = Date.parse("2026-11-17T09:30:00Z");
  t.mock.timers.reset();
  t.mock.timers.enable({ apis: ["Date"], now });
  return new Date(now - seconds * 1_000).toISOString();
}

test("an edit is sent with its key and the version it was made on", async (t) => {
  const saved = record("rec_1", { version: 4 });
  const calls = givenService(t, () => ({ body: { record: saved, operation_id: "op_1" } }));
  assert.deepEqual(await sendChange(change), { kind: "saved", record: saved, operationId: "op_1" });
  assert.deepEqual(calls, [
    { name: "records.update", input: { type: "deal", id: "rec_1", values: { amount: "200" }, if_version: 3 }, idempotencyKey: "17-1" },
  ]);
});

test("a deletion is sent with its key, and comes back without a record", async (t) => {
  const calls = givenService(t, () => ({ body: { operation_id: "op_1" } }));
  assert.deepEqual(await sendChange({ ...change, kind: "delete" }), { kind: "saved", operationId: "op_1" });
  assert.equal(calls[0]?.name, "records.delete");
});

test("whatever may be over in a moment is waited for", async (t) => {
  const answers = [
    "unreachable" as const,
    problem(401, "sign_in_needed", "Sign in first."),
    problem(409, "idempotency_running", "Still running."),
    problem(429, "too_many_requests", "Slow down."),
    problem(503, "overloaded", "Busy."),
    problem(502, "internal", "Gone."),
  ];
  givenService(t, (_, at) => answers[at] ?? "unreachable");
  for (const _ of answers) assert.deepEqual(await sendChange(change), { kind: "waiting" });
});

test("a refusal is told in the words about its field, else in its own", async (t) => {
  givenService(t, (_, at) =>
    problem(422, "invalid", "Not right.", at === 0 ? [{ pointer: "/values/amount", message: "Not an amount." }] : []),
  );
  assert.deepEqual(await sendChange(change), { kind: "refused", message: "Not an amount." });
  assert.deepEqual(await sendChange(change), { kind: "refused", message: "Not right." });
});

test("the same change, sent before on another version, has arrived: only its answer was lost", async (t) => {
  givenService(t, () => problem(409, "idempotency_mismatch", "Other input."));
  assert.deepEqual(await sendChange(change), { kind: "saved" });
});

test("an edit of a newer record stands where nobody touched the same field", async (t) => {
  newer(t, { amount: "100", stage: "won" });
  assert.deepEqual(await sendChange(change), { kind: "again", change: { ...change, version: 9 } });
});

test("an edit that says what is there by now stands, too", async (t) => {
  newer(t, { amount: "200" });
  assert.deepEqual(await sendChange(change), { kind: "again", change: { ...change, version: 9 } });
});

test("two people at one field: nothing is overwritten, and it is told who it was", async (t) => {
  const at = secondsAgo(t, 20);
  newer(t, { amount: "150" }, [
    { at, actor: { name: "Ada L." }, key: null, changes: { stage: ["a", "b"] } },
    { at, actor: { name: "Tomasz Nowak" }, key: null, changes: { amount: ["100", "150"] } },
  ]);
  const verdict = await sendChange(change);
  assert.equal(verdict.kind, "refused");
  assert.deepEqual(verdict.kind === "refused" && { ...verdict.conflict, record: undefined }, {
    field: "amount",
    theirs: "150",
    mine: "200",
    record: undefined,
  });
  assert.match(verdict.kind === "refused" ? verdict.message : "", /^Tomasz changed this amount (19|20|21) s ago\.$/);
});

const TELLERS: [secondsAgo: number, event: object, message: RegExp][] = [
  [300, { actor: { name: "Bo" }, key: { name: "Claude" } }, /^Bo via key Claude changed this amount 5 min ago\.$/],
  [7_200, { actor: null, key: null }, /^Someone changed this amount 2 h ago\.$/],
  [200_000, { actor: { name: "Bo Lee" }, key: null }, /^Bo changed this amount 2 d ago\.$/],
];

test("who changed it is told by person, by key, and by how long ago", async (t) => {
  for (const [seconds, event, message] of TELLERS) {
    t.mock.restoreAll();
    newer(t, { amount: "150" }, [{ at: secondsAgo(t, seconds), changes: { amount: ["100", "150"] }, ...event }]);
    const verdict = await sendChange(change);
    assert.match(verdict.kind === "refused" ? verdict.message : "", message);
  }
});

test("where the timeline does not say it, it was someone", async (t) => {
  newer(t, { amount: "150" });
  const verdict = await sendChange(change);
  assert.equal(verdict.kind === "refused" && verdict.message, "someone changed this amount meanwhile.");
});

test("a record that cannot be compared now is compared later, and one that is gone is refused", async (t) => {
  const seconds = ["unreachable" as const, problem(404, "not_found", "There is no such record.")];
  let tries = 0;
  givenService(t, ({ name }) => (name === "records.update" ? conflict : (seconds[tries++] ?? "unreachable")));
  assert.deepEqual(await sendChange(change), { kind: "waiting" });
  assert.deepEqual(await sendChange(change), { kind: "refused", message: "There is no such record." });
});
