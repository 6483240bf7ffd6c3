import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { createLoading } from "./loading.ts";
import { until } from "../../../../test/waiting.ts";

/** Work that ends when it is told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

test("a company with many mailboxes that hang leaves places to another company", async () => {
  const load = createLoading({ slowMs: 60_000 });
  const hanging = Array.from({ length: 30 }, held);
  const loads = hanging.map(({ work }) => load("one", work));
  const answer = await Promise.race([load("other", async () => "loaded"), setTimeout(2_000, "waits")]);
  assert.equal(answer, "loaded");
  for (const { end } of hanging) end();
  await Promise.all(loads);
});

test("all together load no more than there are places, and a slow one gives its place away", async () => {
  const load = createLoading({ slowMs: 300 });
  const begun: number[] = [];
  const never = Array.from({ length: 8 }, held);
  const loads = Array.from({ length: 8 }, (_, company) =>
    Array.from({ length: 3 }, () =>
      load(`company ${company}`, () => {
        begun.push(company);
        return never[company]?.work() ?? Promise.resolve();
      }),
    ),
  ).flat();
  await setTimeout(20);
  assert.equal(begun.length, 12);
  await until(() => begun.length >= 24, "the others begin when the first are late");
  assert.equal(begun.length, 24);
  for (const { end } of never) end();
  await Promise.all(loads);
});
