import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import { startWebhookReceiver } from "../../../../test/outbound/webhook-receiver.ts";
import { sharedService } from "../../../../test/service.ts";
import { until } from "../../../../test/waiting.ts";
import { MINUTE_MS } from "../../../kernel/clock.ts";

const shared = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });

test("what is sent again after a lost lease is the same bytes under the same id", async () => {
  const service = shared();
  await service.database.query("delete from webhooks");
  using receiver = await startWebhookReceiver();
  const ada = await service.given.admin();
  await ada.call("webhooks.create", { url: receiver.url, event_types: ["record.created"] });
  const onTheirWay: ServerResponse[] = [];
  receiver.answerWith((_, response) => void onTheirWay.push(response));
  const names = ["One", "Two", "Three"];
  const items = names.map((name) => ({ values: { name } }));
  const { results } = await ada.call("records.batch", { type: "deal", items });
  const worker = await service.app.startWorker();
  try {
    await until(() => onTheirWay.length === names.length, "all are on their way");
    for (const { id } of results) await ada.call("records.update", { id: id ?? "", values: { amount: 7 } });
    await service.database.query("update webhook_cursors set lease_by = null, next_at = now()");
    receiver.answerStatus(204);
    for (const response of onTheirWay) response.writeHead(204).end();
    await receiver.until(({ length }) => length === 2 * names.length);
    const sent = Map.groupBy(receiver.received, ({ headers }) => headers["webhook-id"]);
    assert.equal(sent.size, names.length);
    for (const [id, copies] of sent) assert.equal(new Set(copies.map(({ body }) => body)).size, 1, id);
    await until(
      async () => (await ada.call("webhooks.listDeliveries", { state: "delivered" })).items.length === names.length,
      "all are written down",
    );
    const [kept] = await service.database.query("select bodies from webhook_bodies");
    assert.deepEqual(kept?.["bodies"], {}, "nothing is kept of what is written down");
  } finally {
    await worker.stop();
  }
});

test("a message that a replay has queued is not sent once more from the log", async () => {
  const service = shared();
  await service.database.query("delete from webhooks");
  using receiver = await startWebhookReceiver();
  const ada = await service.given.admin();
  const { webhook } = await ada.call("webhooks.create", { url: receiver.url, event_types: ["record.created"] });
  await service.database.query("update webhook_cursors set rest_until = $1", [new Date(service.clock.now().getTime() + MINUTE_MS)]);
  const { record } = await ada.call("records.create", { type: "deal", values: { name: "One" } });
  const [since, until_] = [-MINUTE_MS, MINUTE_MS].map((ms) => new Date(service.clock.now().getTime() + ms).toISOString());
  await ada.call("webhooks.createReplay", { id: webhook.id, since: since ?? "", until: until_ ?? "" });
  const worker = await service.app.startWorker();
  try {
    await receiver.until(({ length }) => length > 0);
    await ada.call("records.update", { id: record.id, values: { amount: 7 } });
    const { record: last } = await ada.call("records.create", { type: "deal", values: { name: "Last" } });
    service.clock.advance(2 * MINUTE_MS);
    await receiver.until((received) => received.some(({ message }) => message.data.id === last.id));
    assert.deepEqual(
      receiver.received.map(({ message }) => message.data["name"]),
      ["One", "Last"],
    );
  } finally {
    await worker.stop();
  }
});
