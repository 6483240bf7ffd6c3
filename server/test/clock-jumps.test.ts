import assert from "node:assert/strict";
import { test } from "node:test";
import { MINUTE_MS, SECOND_MS } from "../src/kernel/clock.ts";
import { giveForm } from "./leads/forms.ts";
import { startWebhookReceiver } from "./outbound/webhook-receiver.ts";
import { sharedService, type Person } from "./service.ts";
import { until } from "./waiting.ts";
import { companyOf, leadsOf, untilTaken, writeSubmissions } from "./website-leads.ts";

// The clock of a machine is set by ten minutes, forwards and back: a virtual machine that slept, or a time server that was wrong.
const JUMP_MS = 10 * MINUTE_MS;
const CALLS = 5;
const service = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1", API_RATE_10S: String(CALLS) } });

const createDeal = (ada: Person, name: string) => ada.call("records.create", { type: "deal", values: { name } });

for (const [name, ms] of Object.entries({ forwards: JUMP_MS, back: -JUMP_MS })) {
  test(`the clock jumps ${name}: sessions and keys stay valid, and a new session and a new key can be used at once`, async () => {
    const ada = await service().given.admin();
    const { key } = await ada.key();
    service().clock.advance(ms);
    await ada.call("members.me", {});
    assert.equal((await service().rest(key, "GET", "/me")).status, 200);
    const again = await service().signIn(ada.email);
    assert.equal((await service().rest((await again.key("new")).key, "GET", "/me")).status, 200);
  });

  test(`the clock jumps ${name}: a key that used up its calls has new ones after ten seconds at most`, async () => {
    const { key } = await (await service().given.admin()).key();
    const call = () => service().rest(key, "GET", "/me");
    for (let at = 0; at < CALLS; at++) assert.equal((await call()).status, 200);
    const refused = await call();
    assert.equal(refused.status, 429);
    service().clock.advance(ms);
    const next = await call();
    assert.ok(next.status === 200 || Number(next.headers.get("retry-after")) <= 10, `wait ${next.headers.get("retry-after")} s`);
    service().clock.advance(10 * SECOND_MS);
    assert.equal((await call()).status, 200);
  });

  test(`the clock jumps ${name}: events are sent once and in order, signed with the time that it is then`, async () => {
    using receiver = await startWebhookReceiver();
    const ada = await service().given.admin();
    await ada.call("webhooks.create", { url: receiver.url, event_types: ["record.created"], filter: "type:deal" });
    await createDeal(ada, "1");
    service().clock.advance(ms);
    await createDeal(ada, "2");
    const worker = await service().app.startWorker();
    try {
      await receiver.until(({ length }) => length >= 2);
      service().clock.advance(ms);
      await createDeal(ada, "3");
      await receiver.until(({ length }) => length >= 3);
    } finally {
      await worker.stop();
    }
    const titles = receiver.received.map(({ message }) => (message.data["record"] as { title: string }).title);
    assert.deepEqual(titles, ["1", "2", "3"]);
    const signed = Number(receiver.received.at(-1)?.headers["webhook-timestamp"]) * SECOND_MS;
    const now = service().clock.now().getTime();
    assert.ok(Math.abs(now - signed) < MINUTE_MS, `signed ${(now - signed) / SECOND_MS} s ago`);
  });

  test(`the clock jumps ${name}: what a website sent before is taken once`, async () => {
    const ada = await service().given.admin();
    const source = await giveForm(ada);
    const company = await companyOf(service(), ada);
    await writeSubmissions(service(), company, source.id, [{ given: { name: "Before", email: "before@example.org" } }]);
    service().clock.advance(ms);
    await writeSubmissions(service(), company, source.id, [{ given: { name: "After", email: "after@example.org" } }]);
    const worker = await service().app.startWorker();
    await untilTaken(service(), company).finally(() => worker.stop());
    assert.deepEqual((await leadsOf(ada)).map(({ title }) => title).toSorted(), ["After", "Before"]);
  });
}

test("the clock jumps forwards: a message that is tried later is tried once, not once for each minute", async () => {
  using receiver = await startWebhookReceiver();
  receiver.answerStatus(500);
  const ada = await service().given.admin();
  const { webhook } = await ada.call("webhooks.create", { url: receiver.url, event_types: ["record.created"], filter: "type:deal" });
  await createDeal(ada, "1");
  const worker = await service().app.startWorker();
  const failures = async () => (await ada.call("webhooks.get", { id: webhook.id })).failures;
  try {
    await until(async () => (await failures()) === 1, "the first try is written");
    service().clock.advance(JUMP_MS);
    await until(async () => (await failures()) >= 2, "the second try is written");
    // What another webhook is sent now proves that the worker has looked again.
    using other = await startWebhookReceiver();
    await ada.call("webhooks.create", { url: other.url, event_types: ["record.created"], filter: "type:contact" });
    await ada.call("records.create", { type: "contact", values: { name: "Bea" } });
    await other.until(({ length }) => length >= 1);
    assert.equal(receiver.received.length, 2);
  } finally {
    await worker.stop();
  }
});
