import assert from "node:assert/strict";
import { test } from "node:test";
import { startSlowAnswers } from "../../../test/slow-answers.ts";
import { startService } from "../../../test/service.ts";
import { handledIn, prepareHandled, startReader, startWriting, subscribingFeature, testSubscription } from "../../../test/subscriber.ts";
import { until } from "../../../test/waiting.ts";
import { setTimeout } from "node:timers/promises";
import { newId } from "../random.ts";

test("what comes while a batch is handled is handled too, also if the answer about its lease comes after the batch", async (t) => {
  const gate: { isClosed: boolean; entered: number } = { isClosed: false, entered: 0 };
  const subscribing = subscribingFeature("test", async () => {
    gate.entered++;
    while (gate.isClosed) await setTimeout(10);
  });
  const service = await startService({ extraFeatures: [subscribing] });
  t.after(() => service.close());
  const { database } = service;
  await prepareHandled(database);
  const writing = startWriting(database.url);
  t.after(() => writing.end());
  const answers = await startSlowAnswers(database.url);
  t.after(() => answers.close());
  const reader = startReader(database.url, service.app.execute, [testSubscription()], { leasesUrl: answers.url });
  t.after(() => reader.stop());
  const company = newId();
  const subject = newId();
  await database.query("insert into companies (id, name, created_at) values ($1, 'Company', now())", [company]);
  await until(
    async () => (await database.query("select from log_subscribers where subscriber = 'test.updates'")).length > 0,
    "it is registered",
  );
  const handled = async () => (await handledIn(database, [company])).map(({ seq }) => seq);

  gate.isClosed = true;
  await writing.write(company, subject, 1);
  await until(() => gate.entered === 1, "the first event is being handled");
  answers.holdFrom("log.claim");
  await writing.write(company, subject, 2);
  // A reader that asks for no lease, because it has one, needs no such answer.
  await until(answers.isHolding, "the lease is asked for", { patienceMs: 1_000 }).catch(() => undefined);
  gate.isClosed = false;
  await until(async () => (await handled()).includes(1), "the first event is handled");
  await setTimeout(200);
  answers.letGo();
  await until(async () => (await handled()).length === 2, "the second event is handled", { patienceMs: 20_000 });
  assert.deepEqual(await handled(), [1, 2]);
});
