import assert from "node:assert/strict";
import { test } from "node:test";
import { GIVE_UP_MS, judge } from "./outcomes.ts";

const now = new Date("2026-11-17T10:00:00Z");
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

test("a server that says not now is asked again after a minute, then later and later, as late as it wants", () => {
  const retry = (tries: number, afterMs?: number) =>
    judge({ outcome: "retry", words: "451 4.7.1 greylisted", afterMs: afterMs ?? null }, tries, now, now).nextAt;
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((tries) => retry(tries)),
    [1, 5, 15, 30, 60].map(minutes),
  );
  assert.deepEqual(retry(1, 600_000), minutes(10));
  assert.deepEqual(retry(200), minutes(240));
});

test("after two days without success a message has failed, with the server's words", () => {
  const began = new Date(now.getTime() - GIVE_UP_MS);
  const verdict = judge({ outcome: "retry", words: "451 4.3.0\r\nlater", afterMs: null }, 20, began, now);
  assert.deepEqual(verdict, { state: "failed", error: "Not taken for 2 days: 451 4.3.0 later", nextAt: null });
});

test("what was refused has failed, and what may have left is unknown: neither waits for another try", () => {
  assert.deepEqual(judge({ outcome: "refused", words: "550 5.1.1 No such user" }, 1, now, now), {
    state: "failed",
    error: "550 5.1.1 No such user",
    nextAt: null,
  });
  assert.equal(judge({ outcome: "unknown", words: "" }, 1, now, now).state, "unknown");
  assert.equal(judge({ outcome: "unknown", words: "" }, 1, now, now).nextAt, null);
  assert.equal(judge({ outcome: "sent", words: "250 ok" }, 1, now, now).state, "sent");
});
