import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { giveWebhook } from "../outbound/give-webhook.ts";
import { startWebhookReceiver } from "../outbound/webhook-receiver.ts";
import { longestHold } from "../measure/loop.ts";
import { inService, sharedService, type Service } from "../service.ts";
import { measured } from "../measured.ts";
import { ago, fromNow } from "../moments.ts";
import { HOUR_MS } from "../../src/kernel/clock.ts";

const service = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });
const ADDRESS = "https://93.184.216.34";
const TABLES = ["webhooks", "webhook_cursors", "webhook_deliveries", "webhook_hours", "webhook_replays", "webhook_bodies"];
const limited = { env: { QUOTAS: "webhooks=5" } };

const statusesOf = (answers: Response[]) => Object.groupBy(answers, (answer) => String(answer.status));

test(
  "of 20 different registrations at once just as many are made as the company may have",
  inService(async (small: Service) => {
    const ada = await small.given.admin();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => ada.post("webhooks.create", { url: `${ADDRESS}/${at}` })));
    const { 200: made = [], 409: refused = [] } = statusesOf(answers);
    assert.deepEqual([made.length, refused.length], [5, 15]);
    assert.match(await (refused[0] as Response).text(), /quota_reached/);
    assert.equal((await ada.call("webhooks.list", {})).items.length, 5);
  }, limited),
);

test(
  "20 identical registrations at once are one, for the company's last webhook too, and answer it when there is room for no other",
  inService(async (small: Service) => {
    const ada = await small.given.admin();
    for (let at = 0; at < 4; at++) await ada.call("webhooks.create", { url: `${ADDRESS}/${at}` });
    const asked = { url: `${ADDRESS}/last`, event_types: ["record.created", "record.updated"] };
    const answers = await Promise.all(Array.from({ length: 20 }, () => ada.call("webhooks.create", asked)));
    assert.equal(new Set(answers.map(({ webhook }) => webhook.id)).size, 1);
    assert.equal(answers.filter(({ is_new }) => is_new).length, 1);
    assert.equal(answers.filter(({ secret }) => secret !== null).length, 1);
    assert.equal((await ada.call("webhooks.create", asked)).is_new, false);
    assert.equal((await ada.call("webhooks.list", {})).items.length, 5);
  }, limited),
);

test("a connector's cycle of create, deliver, list and delete leaves nothing behind, while messages and a replay are under way", async () => {
  using receiver = await startWebhookReceiver((_, response) => void setTimeout(100).then(() => response.writeHead(204).end()));
  const ada = await service().given.admin();
  const [company] = await service().database.query("select company_id from users where email = $1", [ada.email]);
  const worker = await service().app.startWorker();
  for (let round = 0; round < 3; round++) {
    const { webhook } = await ada.call("webhooks.create", { url: receiver.url, event_types: ["record.created"] });
    const items = Array.from({ length: 60 }, (_, at) => ({ values: { name: `Deal ${round} ${at}` } }));
    const count = receiver.received.length;
    await ada.call("records.batch", { type: "deal", items });
    await receiver.until(({ length }) => length > count + 20);
    await ada.call("webhooks.createReplay", {
      id: webhook.id,
      since: ago(HOUR_MS).toISOString(),
      until: fromNow(HOUR_MS).toISOString(),
    });
    await setTimeout(300);
    assert.equal((await ada.call("webhooks.list", { url: receiver.url })).items[0]?.id, webhook.id);
    await ada.call("webhooks.delete", { id: webhook.id });
  }
  await setTimeout(1_500); // what was under way ends, and the replays' jobs find nothing to do
  await worker.stop();
  for (const table of [...TABLES, "jobs"])
    assert.deepEqual(await service().database.query(`select * from ${table} where company_id = $1`, [company?.["company_id"]]), [], table);
  assert.doesNotMatch(service().logged.join(""), /"level":50/);
});

test("a webhook is deleted while a step of its replay runs: neither waits for the other", async () => {
  const ada = await service().given.admin();
  const { whk, rpl } = await giveWebhook(ada);
  const step = new Client({ connectionString: service().database.superuserUrl });
  await step.connect();
  await step.query("begin");
  await step.query(
    "select from webhook_replays where webhook_id in (select id from webhooks where owner_id in (select id from users where email = $1)) for update",
    [ada.email],
  );
  const deleting = ada.post("webhooks.delete", { id: whk });
  await setTimeout(300);
  await step.query("update webhook_cursors set next_at = now() where webhook_id in (select webhook_id from webhook_replays)");
  await step.query("commit");
  await step.end();
  assert.equal((await deleting).status, 200);
  assert.equal((await ada.post("webhooks.stopReplay", { id: whk, replay: rpl })).status, 404);
});

measured("a filter of 1 MB, 10,000 types of events or fields, and a filter that no type of many understands hold up nobody", async (t) => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  for (let type = 0; type < 30; type++) {
    const name = `type${type}`;
    await ada.call("types.create", { key: name, label: name, label_plural: `${name}s` });
    for (let field = 0; field < 12; field++) {
      const label = `${"a".repeat(30)}_${type}_${field}`;
      await ada.call("types.addField", { type: name, key: label, label, field_type: "text" });
    }
  }
  const url = `${ADDRESS}/long`;
  const unknown = Array.from({ length: 25 }, (_, at) => `${"a".repeat(31)}_${at}_x:1`).join(" ");
  const inputs: Record<string, object> = {
    "a filter of 1 MB": { url, filter: "a".repeat(1_000_000) },
    "a filter of 1 MB of brackets": { url, filter: "(".repeat(1_000_000) },
    "10,000 types": { url, event_types: Array.from({ length: 10_000 }, (_, at) => `record.created${at}`) },
    "10,000 fields": { url, fields: Array.from({ length: 10_000 }, (_, at) => `${"a".repeat(31)}_${at}`) },
    "100 unknown types": { url, event_types: Array.from({ length: 100 }, (_, at) => `record.${"x".repeat(40)}${at}`) },
    "50 unknown fields": { url, fields: Array.from({ length: 50 }, (_, at) => `${"a".repeat(31)}_${at}_x`) },
    "a filter of unknown names": { url, filter: unknown },
    "a deep filter": { url, filter: `${"(".repeat(900)}name:x${")".repeat(900)}` },
    "a long url": { url: `https://${"a.".repeat(900)}example/` },
    "a filter that every type understands": { url, filter: Array.from({ length: 25 }, () => "name:x").join(" ") },
  };
  for (const [what, input] of Object.entries(inputs)) {
    let status = 0;
    const once = () => longestHold(async () => void (status = (await service().rest(key, "POST", "/webhooks", input)).status));
    // The first call also compiles the code it runs; the client shares this thread. So the shorter of two counts.
    const held = Math.min(await once(), await once());
    t.diagnostic(`${what}: ${status}, ${held.toFixed(0)} ms`);
    assert.ok(held <= 100, `${what} held the event loop for ${held.toFixed(0)} ms`);
    assert.ok(status < 500, `${what}: ${status}`);
  }
});
