import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { test, type TestContext } from "node:test";
import type { Change, Settled, Verdict, Versioned } from "./change.ts";
import { createOutbox } from "./outbox.ts";
import type { ChangeStorage } from "./storage.ts";

const change = (key: string, more: Partial<Change> = {}): Change => ({
  key,
  kind: "update",
  type: "deal",
  id: "rec_1",
  title: "Flow metering",
  values: { amount: key },
  before: {},
  version: 1,
  said: "Amount changed.",
  ...more,
});

/** An outbox whose service gives the answers that the test lists. */
function given(t: TestContext, { kept = [] as Change[], verdicts = [] as Verdict<Versioned>[] } = {}) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const store = new Map(kept.map((one) => [one.key, one]));
  const sent: Change[] = [];
  const settled: [string, Settled<Versioned>["kind"]][] = [];
  const waiting: ((verdict: Verdict<Versioned>) => void)[] = [];
  let drop: (key: string) => void = () => {};
  let wake: () => void = () => {};
  const storage: ChangeStorage = {
    read: () => [...store.values()],
    keep: (one) => void store.set(one.key, one),
    drop: (key) => void store.delete(key),
    onDropped(listener) {
      drop = listener;
      return () => {
        drop = () => {};
      };
    },
  };
  const outbox = createOutbox<Versioned>({
    storage,
    send(one) {
      sent.push(one);
      const verdict = verdicts.shift();
      return verdict ? Promise.resolve(verdict) : new Promise((resolve) => waiting.push(resolve));
    },
    onSettled: (one, verdict) => void settled.push([one.key, verdict.kind]),
    onAwake(listener) {
      wake = listener;
      return () => {
        wake = () => {};
      };
    },
  });
  return {
    outbox,
    store,
    sent,
    settled,
    answer: (verdict: Verdict<Versioned>) => waiting.shift()?.(verdict),
    dropElsewhere: (key: string) => drop(key),
    wake: () => wake(),
    pass: async (ms = 0) => {
      t.mock.timers.tick(ms);
      await setImmediate();
    },
  };
}

const saved = (version: number): Verdict<Versioned> => ({ kind: "saved", record: { version } });
const keysOf = (changes: readonly Change[]) => changes.map(({ key }) => key);

test("a change is stored, shown and sent, and removed once it is saved", async (t) => {
  const { outbox, store, sent, settled, answer, pass } = given(t);
  outbox.start();
  outbox.add(change("1"));
  assert.deepEqual(keysOf(outbox.state().changes), ["1"]);
  assert.deepEqual([...store.keys()], ["1"], "stored before it is sent");
  assert.deepEqual(keysOf(sent), ["1"]);
  answer(saved(2));
  await pass();
  assert.deepEqual(settled, [["1", "saved"]]);
  assert.deepEqual(outbox.state(), { changes: [], isWaiting: false });
  assert.equal(store.size, 0);
});

test("changes are sent one after the other, in the order they were made", async (t) => {
  const { outbox, sent, answer, pass } = given(t);
  outbox.start();
  for (const key of ["1", "2", "3"]) outbox.add(change(key, { id: `rec_${key}` }));
  assert.deepEqual(keysOf(sent), ["1"], "the second waits for the answer to the first");
  answer(saved(2));
  await pass();
  assert.deepEqual(keysOf(sent), ["1", "2"]);
  answer(saved(2));
  await pass();
  answer(saved(2));
  await pass();
  assert.deepEqual(keysOf(sent), ["1", "2", "3"]);
});

test("changes stored by an earlier visit are sent when the outbox starts", async (t) => {
  const { outbox, sent, pass } = given(t, { kept: [change("1"), change("2", { id: "rec_2" })], verdicts: [saved(2), saved(2)] });
  assert.deepEqual(keysOf(sent), [], "nothing before it starts");
  outbox.start();
  await pass();
  assert.deepEqual(keysOf(sent), ["1", "2"]);
});

test("a later edit of the same record is sent with the version that the first one made", async (t) => {
  const { outbox, store, sent, answer, pass } = given(t);
  outbox.start();
  outbox.add(change("1"));
  outbox.add(change("2"));
  outbox.add(change("3", { id: "rec_2" }));
  answer(saved(7));
  await pass();
  assert.equal(sent[1]?.version, 7);
  assert.equal(store.get("2")?.version, 7, "a reload would send it on that version, too");
  assert.equal(outbox.state().changes.find(({ key }) => key === "3")?.version, 1, "another record is not touched");
});

test("without a connection a change is kept and retried with growing pauses", async (t) => {
  const { outbox, store, sent, pass } = given(t, { verdicts: Array.from({ length: 8 }, () => ({ kind: "waiting" }) as const) });
  outbox.start();
  outbox.add(change("1"));
  await pass();
  assert.equal(outbox.state().isWaiting, true);
  for (const [at, ms] of [1_000, 2_000, 4_000, 8_000, 15_000, 15_000].entries()) {
    await pass(ms - 1);
    assert.equal(sent.length, at + 1, `not before ${ms} ms`);
    await pass(1);
    assert.equal(sent.length, at + 2, `after ${ms} ms`);
  }
  assert.equal(store.size, 1);
});

test("without a connection, many edits do not cause many tries", async (t) => {
  const { outbox, sent, pass } = given(t, { verdicts: [{ kind: "waiting" }] });
  outbox.start();
  outbox.add(change("1"));
  await pass();
  for (const key of ["2", "3", "4"]) outbox.add(change(key));
  await pass();
  assert.equal(sent.length, 1);
  assert.equal(outbox.state().changes.length, 4);
});

test("it retries at once when the connection is back or the page has the focus", async (t) => {
  const { outbox, wake, sent, settled, pass } = given(t, { verdicts: [{ kind: "waiting" }, saved(2)] });
  outbox.start();
  outbox.add(change("1"));
  await pass();
  wake();
  await pass();
  assert.equal(sent.length, 2);
  assert.deepEqual(settled, [["1", "saved"]]);
  assert.equal(outbox.state().isWaiting, false);
});

test("a change that also applies to a newer version is sent again at once with that version", async (t) => {
  const { outbox, store, sent, pass } = given(t, { verdicts: [{ kind: "again", change: change("1", { version: 5 }) }] });
  outbox.start();
  outbox.add(change("1"));
  await pass();
  assert.deepEqual(
    sent.map(({ version }) => version),
    [1, 5],
  );
  assert.equal(store.get("1")?.version, 5);
});

test("a refused change is removed, and the next one is sent", async (t) => {
  const { outbox, store, settled, pass } = given(t, { verdicts: [{ kind: "refused", message: "No." }, saved(2)] });
  outbox.start();
  outbox.add(change("1"));
  outbox.add(change("2"));
  await pass();
  assert.deepEqual(settled, [
    ["1", "refused"],
    ["2", "saved"],
  ]);
  assert.equal(store.size, 0);
});

test("a change sent by another tab is not sent again", (t) => {
  const { outbox, dropElsewhere } = given(t, { kept: [change("1"), change("2")] });
  outbox.start();
  dropElsewhere("2");
  assert.deepEqual(keysOf(outbox.state().changes), ["1"]);
});

test("a stopped outbox ignores answers, sends nothing more and keeps its changes", async (t) => {
  const { outbox, store, sent, settled, answer, pass } = given(t);
  const stop = outbox.start();
  outbox.add(change("1"));
  outbox.add(change("2"));
  stop();
  answer(saved(2));
  await pass(60_000);
  assert.equal(sent.length, 1);
  assert.deepEqual(settled, []);
  assert.equal(store.size, 2);
});

test("listeners are called for every change until they unsubscribe", (t) => {
  const { outbox } = given(t);
  let calls = 0;
  const unsubscribe = outbox.subscribe(() => calls++);
  outbox.add(change("1"));
  unsubscribe();
  outbox.add(change("2"));
  assert.equal(calls, 1);
});
