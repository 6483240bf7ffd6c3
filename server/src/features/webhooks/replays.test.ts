import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { HOUR_MS } from "../../kernel/clock.ts";
import { startWebhookReceiver } from "../../../test/outbound/webhook-receiver.ts";
import { sharedService, type Person } from "../../../test/service.ts";
import { ago, fromNow } from "../../../test/moments.ts";
import { until } from "../../../test/waiting.ts";

const service = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });

async function startWorker() {
  const worker = await service().app.startWorker();
  return { [Symbol.asyncDispose]: () => worker.stop() };
}

const LATELY = { since: ago(HOUR_MS).toISOString(), until: fromNow(HOUR_MS).toISOString() };

async function createDeals(ada: Person, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at++)
    ids.push((await ada.call("records.create", { type: "deal", values: { name: `Deal ${at}`, amount: at } })).record.id);
  return ids;
}

const idsOf = (received: { message: { data: { id: string } } }[]) => received.map(({ message }) => message.data.id);

test("a replay by filter sends exactly what the same filter finds in the log, told in numbers before it starts", async () => {
  using receiver = await startWebhookReceiver();
  using other = await startWebhookReceiver();
  await using _worker = await startWorker();
  const ada = await service().given.admin();
  const { webhook } = await ada.call("webhooks.create", { url: receiver.url, event_types: ["record.created"] });
  const { webhook: target } = await ada.call("webhooks.create", { url: other.url, event_types: ["record.deleted"] });
  const deals = await createDeals(ada, 12);
  await ada.call("records.create", { type: "contact", values: { name: "Not a deal" } });
  await receiver.until(({ length }) => length === 13);
  const range = { id: webhook.id, ...LATELY, filter: "type:deal amount>=5", event_types: ["record.created"], target: target.id };
  assert.deepEqual(await ada.call("webhooks.countReplay", range), { count: 7, is_exact: true });
  const replay = await ada.call("webhooks.createReplay", range);
  assert.deepEqual([replay.total, replay.state], [7, "running"]);
  await other.until(({ length }) => length === 7);
  await setTimeout(300);
  const found = await ada.call("records.list", { type: "deal", filter: "amount>=5", limit: 100 });
  assert.deepEqual(idsOf(other.received).toSorted(), found.items.map(({ id }) => id).toSorted());
  assert.deepEqual(idsOf(other.received), deals.slice(5));
  assert.equal(receiver.received.length, 13, "the webhook it came from gets nothing");
  const isDone = async () => (await ada.call("webhooks.listReplays", { id: webhook.id })).items[0]?.state === "done";
  while (!(await isDone())) await setTimeout(50);
});

test("what was not taken is sent again with the same bytes, by itself, all of it, or never", async () => {
  using receiver = await startWebhookReceiver();
  receiver.answerStatus(500);
  await using _worker = await startWorker();
  const ada = await service().given.admin();
  const { webhook } = await ada.call("webhooks.create", { url: receiver.url, event_types: ["record.created"] });
  await createDeals(ada, 3);
  const open = async () => (await ada.call("webhooks.listDeliveries", { webhook: webhook.id, state: "open" })).items;
  while ((await open()).filter(({ attempts }) => attempts > 0).length < 3) await setTimeout(30);
  receiver.answerStatus(204);
  const [first, second, third] = await open();
  assert.ok(first && second && third);
  await ada.call("webhooks.stopTrying", { id: webhook.id, event: third.event });
  assert.equal((await ada.call("webhooks.getDelivery", { id: webhook.id, event: third.event })).state, "failed");
  const before = receiver.received.length;
  await ada.call("webhooks.resend", { id: webhook.id, event: first.event });
  await receiver.until(({ length }) => length > before);
  const again = receiver.received.at(-1);
  assert.equal(again?.headers["webhook-id"], first.event);
  assert.equal(again.body, receiver.received.find((one) => one.headers["webhook-id"] === first.event)?.body);
  // Also one whose next attempt is far away.
  await service().database.query("update webhook_deliveries set next_at = now() + interval '1 hour' where state = 'retrying'");
  await ada.call("webhooks.createReplay", { id: webhook.id, ...LATELY, only_failed: true });
  await until(async () => (await open()).length === 0, "what waits for its next attempt is sent now");
  const taken = receiver.received.slice(before).map(({ headers }) => headers["webhook-id"]);
  assert.deepEqual(new Set(taken), new Set([first.event, second.event, third.event]));
  assert.deepEqual(await ada.call("webhooks.resendDeliveries", { id: webhook.id, events: [first.event] }).then(({ queued }) => queued), 1);
});

test("a replay leaves out what was delivered, unless it is asked for", async () => {
  using receiver = await startWebhookReceiver();
  await using _worker = await startWorker();
  const ada = await service().given.admin();
  await createDeals(ada, 2);
  const { webhook } = await ada.call("webhooks.create", { url: receiver.url, event_types: ["record.created"] });
  const [delivered] = await createDeals(ada, 1);
  await receiver.until(({ length }) => length === 1);
  const state = async () => (await ada.call("webhooks.listDeliveries", { webhook: webhook.id })).items[0]?.state;
  await until(async () => (await state()) === "delivered", "it is delivered");
  const range = { id: webhook.id, ...LATELY };
  assert.equal((await ada.call("webhooks.countReplay", range)).count, 2, "those from before the webhook");
  assert.equal((await ada.call("webhooks.countReplay", { ...range, with_delivered: true })).count, 3);
  assert.equal((await ada.call("webhooks.createReplay", range)).total, 2);
  await receiver.until(({ length }) => length === 3);
  assert.equal(idsOf(receiver.received).filter((id) => id === delivered).length, 1);
});

test("a replay can be stopped, and one of a paused webhook is refused", async () => {
  using receiver = await startWebhookReceiver();
  const ada = await service().given.admin();
  const { webhook } = await ada.call("webhooks.create", { url: receiver.url, event_types: ["record.created"] });
  await createDeals(ada, 3);
  const replay = await ada.call("webhooks.createReplay", { id: webhook.id, ...LATELY });
  assert.equal((await ada.call("webhooks.stopReplay", { id: webhook.id, replay: replay.id })).state, "stopped");
  await ada.call("webhooks.setState", { id: webhook.id, state: "paused" });
  await assert.rejects(ada.call("webhooks.createReplay", { id: webhook.id, ...LATELY }), { code: "webhook_off" });
  await assert.rejects(ada.call("webhooks.sendTest", { id: webhook.id }), { code: "webhook_off" });
});
