import assert from "node:assert/strict";
import { test } from "node:test";
import { startWebhookReceiver } from "../../../../test/outbound/webhook-receiver.ts";
import { sharedService } from "../../../../test/service.ts";
import { until } from "../../../../test/waiting.ts";
import { HOUR_MS } from "../../../kernel/clock.ts";

const shared = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });
const AT_ONCE = 4;

async function countFailed(): Promise<number> {
  const text = await (await fetch(`${shared().url}/metrics`)).text();
  return Number(/^kith_webhooks_requests_total\{outcome="failed"\} (\d+)/m.exec(text)?.[1] ?? 0);
}

/** One record's message is refused, then those of others that were on their way are taken, then one more fails. */
async function refuseOneOfMany(status: number, headers: Record<string, string>) {
  const service = shared();
  await service.database.query("delete from webhooks");
  using receiver = await startWebhookReceiver();
  const ada = await service.given.admin();
  const { webhook } = await ada.call("webhooks.create", { url: receiver.url, event_types: ["record.created"] });
  await service.database.query("update webhook_cursors set parallel = $1", [AT_ONCE]);
  const waiting: (() => void)[] = [];
  receiver.answerWith((received, response) => {
    const name = received.message.data["name"];
    if (name !== "0") return void waiting.push(() => response.writeHead(name === "3" ? 500 : 204).end());
    response.writeHead(status, headers).end();
  });
  const before = await countFailed();
  const worker = await service.app.startWorker();
  try {
    const items = Array.from({ length: AT_ONCE }, (_, at) => ({ values: { name: String(at) } }));
    await ada.call("records.batch", { type: "contact", items });
    await until(() => waiting.length === AT_ONCE - 1, "all are on their way");
    await until(async () => (await countFailed()) > before, "the refusal is noticed");
    for (const answer of waiting) answer();
    await until(async () => (await ada.call("webhooks.listDeliveries", {})).items.length === AT_ONCE, "the batch is written");
    return { service, shown: await ada.call("webhooks.get", { id: webhook.id }) };
  } finally {
    await worker.stop();
  }
}

test("an endpoint that asks to wait is left alone although others of its requests were taken", async () => {
  const { service, shown } = await refuseOneOfMany(429, { "retry-after": "3600" });
  const rest = new Date(shown.next_try_at ?? 0).getTime() - service.clock.now().getTime();
  assert.ok(rest > HOUR_MS / 2, `${shown.state} until ${shown.next_try_at}`);
});

test("an endpoint that is gone is off although others of its requests were taken or failed", async () => {
  const { shown } = await refuseOneOfMany(410, {});
  assert.deepEqual([shown.state, shown.reason], ["off", "410 Gone"]);
});
