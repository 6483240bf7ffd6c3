import assert from "node:assert/strict";
import { test } from "node:test";
import { outcomeOf } from "./outcome.ts";

test("what a destination repeats of its own headers is not kept", () => {
  const answer = { status: 500, retryAfter: undefined, answer: Buffer.from('{"authorization":"Bearer canary-of-an-echo"}'), ms: 1 };
  const { attempt } = outcomeOf({ statuses: [200], accepted: null, refused: null }, new Date(0), answer, ["Bearer canary-of-an-echo"]);
  assert.equal(attempt.answer, '{"authorization":"[hidden]"}');
});
