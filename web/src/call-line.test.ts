import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createCallLine } from "./call-line.ts";

const answer = (status: number, retryAfter?: string) =>
  new Response(null, { status, headers: retryAfter ? { "retry-after": retryAfter } : {} });

test("six calls run at one time; the others follow in their order, and one that is aborted leaves the line", async () => {
  const inLine = createCallLine();
  const started: number[] = [];
  const finish: (() => void)[] = [];
  const send = (at: number) => () => {
    started.push(at);
    return new Promise<Response>((resolve) => finish.push(() => resolve(answer(200))));
  };
  const aborting = new AbortController();
  const calls = Array.from({ length: 9 }, (_, at) => inLine(send(at), at === 7 ? aborting.signal : undefined));
  const aborted = calls[7]?.catch((error: unknown) => (error as Error).name);
  await setImmediate();
  assert.deepEqual(started, [0, 1, 2, 3, 4, 5]);
  aborting.abort();
  assert.equal(await aborted, "AbortError");
  while (finish.length > 0) {
    finish.shift()?.();
    await setImmediate();
  }
  await Promise.all(calls.filter((_, at) => at !== 7));
  assert.deepEqual(started, [0, 1, 2, 3, 4, 5, 6, 8]);
});

test("a call that is refused for a moment is sent again after the time that is named", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const inLine = createCallLine();
  const answers = [answer(429, "2"), answer(429, "1"), answer(200)];
  let sent = 0;
  const call = inLine(async () => answers[sent++] ?? answer(500), undefined);
  await setImmediate();
  assert.equal(sent, 1);
  t.mock.timers.tick(1_999);
  await setImmediate();
  assert.equal(sent, 1, "not before");
  t.mock.timers.tick(1);
  await setImmediate();
  assert.equal(sent, 2);
  t.mock.timers.tick(1_000);
  assert.equal((await call).status, 200);
});

test("a refusal for minutes, and one that does not end, comes back to the person", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const inLine = createCallLine();
  assert.equal((await inLine(async () => answer(429, "300"), undefined)).status, 429);
  const call = inLine(async () => answer(429, "1"), undefined);
  for (let round = 0; round < 4; round++) {
    await setImmediate();
    t.mock.timers.tick(1_000);
  }
  assert.equal((await call).status, 429);
});
