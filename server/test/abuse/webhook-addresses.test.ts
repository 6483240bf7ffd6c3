import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { INTERNAL_HOSTS } from "../outbound/internal-hosts.ts";
import { startWebhookReceiver } from "../outbound/webhook-receiver.ts";
import { inService, type Person, type Service } from "../service.ts";

/** A webhook that was saved when its address was fine, and leads elsewhere now. */
async function plant(service: Service, admin: Person, at: number, url: string): Promise<string> {
  const { webhook } = await admin.call("webhooks.create", { url: `https://93.184.216.34/${at}`, event_types: ["record.merged"] });
  await service.database.query("update webhooks set url = $2 where url = $1", [`https://93.184.216.34/${at}`, url]);
  return webhook.id;
}

/** What each of these webhooks met when it sent its test message. */
async function sendEach(service: Service, admin: Person, ids: string[]): Promise<(string | null)[]> {
  const worker = await service.app.startWorker();
  const events: string[] = [];
  for (const id of ids) events.push((await admin.call("webhooks.sendTest", { id })).event);
  const met: (string | null)[] = [];
  for (const [at, id] of ids.entries()) {
    const read = async () => (await admin.call("webhooks.getDelivery", { id, event: events[at] ?? "" })).attempts[0];
    let attempt = await read();
    for (; !attempt; attempt = await read()) await setTimeout(50);
    met.push(attempt.error ?? String(attempt.status));
  }
  await worker.stop();
  return met;
}

test(
  "every internal spelling is 422 when a webhook is saved or changed, and blocked when it is sent",
  inService(async (service) => {
    const admin = await service.given.admin();
    const { key } = await admin.key();
    const { webhook } = await admin.call("webhooks.create", { url: "https://93.184.216.34/" });
    assert.ok(INTERNAL_HOSTS.length >= 45, `${INTERNAL_HOSTS.length} spellings`);
    for (const host of INTERNAL_HOSTS) {
      const url = `https://${host}/x`;
      assert.equal((await service.rest(key, "POST", "/webhooks", { url })).status, 422, host);
      assert.equal((await service.rest(key, "PATCH", `/webhooks/${webhook.id}`, { url })).status, 422, host);
      const params = { name: "save_webhook", arguments: { url } };
      assert.match(await (await service.mcp(key, { jsonrpc: "2.0", id: 1, method: "tools/call", params })).text(), /"isError":true/, host);
    }
    assert.equal((await admin.call("webhooks.list", {})).items.length, 1);
    const ids: string[] = [];
    for (const [at, host] of INTERNAL_HOSTS.entries()) ids.push(await plant(service, admin, at, `https://${host}/x`));
    const met = await sendEach(service, admin, ids);
    assert.deepEqual(
      met.map((one, at) => `${INTERNAL_HOSTS[at]}: ${one}`),
      INTERNAL_HOSTS.map((host) => `${host}: blocked`),
    );
  }),
);

test("the allow-list reaches a receiver, and neither its neighbour's port nor its neighbour's address", async (t) => {
  using receiver = await startWebhookReceiver();
  using onNextPort = await startWebhookReceiver();
  const atNextAddress = createServer((_, response) => void response.end()).listen(receiver.port, "127.0.0.2");
  t.after(() => atNextAddress.close());
  await once(atNextAddress, "listening");
  let strangers = 0;
  atNextAddress.on("connection", () => strangers++);
  assert.equal((atNextAddress.address() as AddressInfo).port, receiver.port);
  const run = inService(
    async (service) => {
      const admin = await service.given.admin();
      const { webhook } = await admin.call("webhooks.create", { url: receiver.url, event_types: ["record.merged"] });
      const urls = [onNextPort.url, `http://127.0.0.2:${receiver.port}/hook`, `http://[::1]:${receiver.port}/hook`, "http://10.0.0.1/"];
      for (const url of urls) assert.equal((await admin.post("webhooks.create", { url })).status, 422, url);
      const planted: string[] = [];
      for (const [at, url] of urls.entries()) planted.push(await plant(service, admin, at, url));
      const met = await sendEach(service, admin, [webhook.id, ...planted]);
      assert.deepEqual(met, ["204", ...urls.map(() => "blocked")]);
    },
    { env: { OUTBOUND_ALLOW: `127.0.0.1:${receiver.port}` } },
  );
  await run(t);
  assert.deepEqual([receiver.received.length, onNextPort.received.length, strangers], [1, 0, 0]);
});

test(
  "another locale's spelling: an international name is stored as it is called, and the same name in two spellings is one webhook",
  inService(async (service) => {
    const admin = await service.given.admin();
    const { webhook } = await admin.call("webhooks.create", { url: "https://Bücher.example/Straße?ä=1" });
    assert.equal(webhook.url, "https://xn--bcher-kva.example/Stra%C3%9Fe?%C3%A4=1");
    const again = await admin.call("webhooks.create", { url: "https://bücher。example:443/Straße?ä=1" });
    assert.deepEqual([again.is_new, again.webhook.id], [false, webhook.id]);
    const found = await admin.call("webhooks.list", { url: "https://BÜCHER.example/Straße?ä=1" });
    assert.deepEqual(
      found.items.map(({ id }) => id),
      [webhook.id],
      "a connector looks for what it registered, in its own spelling",
    );
    const digits = await admin.call("webhooks.create", { url: "https://９３.184.216.34/" });
    assert.equal(digits.webhook.url, "https://93.184.216.34/", "full-width digits");
  }),
);
