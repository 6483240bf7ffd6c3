import assert from "node:assert/strict";
import { test } from "node:test";
import { type Channel, countsText, detailOf, kindText, stateOf, waitingText } from "./health-text.ts";

const NOW = new Date("2026-11-16T14:30:00Z");
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000).toISOString();
const NONE = { count: 0, is_exact: true };

const working: Channel = {
  id: "chn_1",
  kind: "email",
  name: "Service",
  address: "service@fernhill.example",
  access: "everyone",
  owner: null,
  members: [],
  sign_in: "password",
  email: null,
  history_days: 30,
  can_read: true,
  can_change: true,
  state: "ok",
  cause: null,
  words: null,
  remedy: null,
  since: at(-600),
  sending: null,
  last_connected_at: at(-1),
  next_try_at: null,
  last_received_at: at(-3),
  last_sent_at: null,
  there: 2_310,
  here: 2_310,
  compared_at: at(-20),
  waiting: NONE,
  failed: NONE,
  created_at: at(-600),
  updated_at: at(-600),
};

test("the state of a channel in a word, and what is behind it", () => {
  const shown = (change: Partial<Channel>) => {
    const channel = { ...working, ...change };
    return `${stateOf(channel).word}: ${detailOf(channel, NOW, "UTC")}`;
  };
  assert.equal(shown({}), "Working: 2,310 there, 2,310 here");
  assert.equal(shown({ failed: { count: 3, is_exact: true } }), "Working: 3 could not be taken");
  assert.equal(shown({ waiting: { count: 1_000, is_exact: false } }), "Working: 1,000 or more being taken");
  assert.equal(shown({ state: "needs_sign_in", cause: "password", since: at(-60) }), "Stopped: password refused, since 13:30");
  assert.equal(shown({ state: "failing", cause: "dns", since: at(-60) }), "Failing: server not found, since 13:30");
  const sending = { cause: "password" as const, words: "", remedy: "", since: at(-60), next_try_at: null };
  assert.equal(shown({ sending }), "Failing: sending: password refused, since 13:30");
  assert.equal(shown({ state: "paused", since: at(-60) }), "Paused: since 13:30");
  assert.equal(shown({ kind: "api", last_received_at: null, there: null, here: null }), "No message yet: ");
});

test("what is not here is said to wait, and how much of it", () => {
  assert.equal(waitingText({ ...working, there: 2_316, waiting: { count: 2, is_exact: true } }), "Nothing is lost: 6 wait there, 2 here.");
  assert.equal(waitingText({ ...working, there: null }), "Nothing is lost: what arrives waits on the server.");
  assert.equal(countsText({ there: null, here: 3 }), undefined);
  assert.equal(kindText(working), "service@fernhill.example, IMAP and SMTP");
  assert.equal(kindText({ ...working, kind: "api", address: null }), "API channel");
});
