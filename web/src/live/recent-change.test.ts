import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { LiveChange } from "./apply-news.ts";
import { createRecentChanges } from "./recent-change.ts";

const bo = { id: "bo", name: "Bo" };
const claude = { id: "key_1", name: "Claude" };
const change = (id: string, fields: string[], more: Partial<LiveChange> = {}): LiveChange =>
  ({ type: "record.updated", subject: { type: "rec", id }, record_type: "deal", fields, actor: bo, key: null, ...more }) as LiveChange;

function given(t: TestContext) {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"], now: Date.parse("2026-11-15T12:00:00Z") });
  const recent = createRecentChanges();
  const who = (id: string, field: string) => recent.all().get(id)?.get(field)?.actor?.name;
  return { recent, who, pass: (ms: number) => t.mock.timers.tick(ms) };
}

test("a value changed by somebody else is highlighted for two seconds", (t) => {
  const { recent, who, pass } = given(t);
  recent.note([change("rec_1", ["stage", "amount"])]);
  assert.equal(who("rec_1", "stage"), "Bo");
  assert.equal(who("rec_1", "amount"), "Bo");
  assert.equal(who("rec_1", "owner"), undefined);
  pass(1_999);
  assert.equal(who("rec_1", "stage"), "Bo");
  pass(1);
  assert.equal(recent.all().size, 0);
});

test("a value changed again meanwhile stays highlighted for the newer change", (t) => {
  const { recent, who, pass } = given(t);
  recent.note([change("rec_1", ["stage", "amount"])]);
  pass(1_500);
  recent.note([change("rec_1", ["stage"], { actor: { id: "cy", name: "Cy" } })]);
  pass(500);
  assert.equal(who("rec_1", "stage"), "Cy");
  assert.equal(who("rec_1", "amount"), undefined);
  pass(1_500);
  assert.equal(who("rec_1", "stage"), undefined);
});

test("the text of a note and the outcome of an activity are not fields of their record, but count as a change", (t) => {
  const { recent } = given(t);
  recent.note([change("rec_1", ["text"], { type: "note.updated" })]);
  recent.note([change("rec_1", ["outcome"], { type: "activity.updated" })]);
  assert.equal(recent.all().size, 0);
  assert.equal(recent.lastOf("deal")?.count, 1);
});

test("the last change of a type has its user, its key and the number of records", (t) => {
  const { recent } = given(t);
  recent.note([change("rec_1", ["stage"]), change("rec_1", ["amount"]), change("rec_2", ["stage"], { key: claude })]);
  recent.note([change("rec_9", ["name"], { record_type: "contact" })]);
  assert.deepEqual(recent.lastOf("deal"), { actor: bo, key: claude, count: 2, at: "2026-11-15T12:00:00.000Z" });
  assert.equal(recent.lastOf("contact")?.key, null);
  assert.equal(recent.lastOf("task"), undefined);
});

test("listeners are called when a highlight starts and ends, until they unsubscribe", (t) => {
  const { recent, pass } = given(t);
  let calls = 0;
  const unsubscribe = recent.subscribe(() => calls++);
  recent.note([change("rec_1", ["stage"])]);
  assert.equal(calls, 1);
  pass(2_000);
  assert.equal(calls, 2);
  unsubscribe();
  recent.note([change("rec_1", ["stage"])]);
  assert.equal(calls, 2);
});

test("the map is never changed in place: a new state is a new map", (t) => {
  const { recent } = given(t);
  recent.note([change("rec_1", ["stage"])]);
  const before = recent.all();
  assert.equal(recent.all(), before, "the same while nothing happens");
  recent.note([change("rec_2", ["stage"])]);
  assert.notEqual(recent.all(), before);
  assert.equal(before.has("rec_2"), false);
});
