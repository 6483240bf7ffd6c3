import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { migrate } from "../../platform/postgres/migrate.ts";
import { startWebhookReceiver } from "../../../test/outbound/webhook-receiver.ts";
import { cloneDatabase, startService, type Person } from "../../../test/service.ts";

const OTHER_SECRET = "another secret than the one before the restore";

test("after a restore with another KITH_SECRET a webhook is off and says why; with a new secret and headers it goes on where it stopped", async (t) => {
  using receiver = await startWebhookReceiver();
  const database = await cloneDatabase();
  const env = { OUTBOUND_ALLOW: "127.0.0.1" };
  const before = await startService({ database, env });
  const first = await before.given.admin();
  const asked = { url: receiver.url, event_types: ["record.created"], headers: { authorization: "Bearer abc" }, with_public_key: true };
  const { webhook, secret } = await first.call("webhooks.create", asked);
  await first.call("webhooks.rotateSecret", { id: webhook.id });
  await first.call("records.create", { type: "deal", values: { name: "Before" } });
  await before.app.close();

  await migrate(database.url, OTHER_SECRET);
  const service = await startService({ database, env: { ...env, KITH_SECRET: OTHER_SECRET } });
  t.after(() => service.close());
  const worker = await service.app.startWorker();
  t.after(() => worker.stop());
  const ada: Person = await service.signIn(first.email);
  const read = () => ada.call("webhooks.get", { id: webhook.id });
  const untilOff = async () => {
    while ((await read()).state !== "off") await setTimeout(30);
    return (await read()).reason ?? "";
  };
  assert.match(await untilOff(), /headers were stored with another KITH_SECRET/);
  assert.equal((await read()).waiting.count, 1, "what happened is not lost");
  assert.equal((await ada.call("webhooks.update", { id: webhook.id, name: "Renamed" })).name, "Renamed");
  const kept = ada.call("webhooks.update", { id: webhook.id, headers: { authorization: null } });
  await assert.rejects(kept, /Enter them again/);

  await ada.call("webhooks.update", { id: webhook.id, headers: { authorization: "Bearer new" } });
  await ada.call("webhooks.setState", { id: webhook.id, state: "on" });
  assert.match(await untilOff(), /secret was stored with another KITH_SECRET/);
  const { secret: next, webhook: rotated } = await ada.call("webhooks.rotateSecret", { id: webhook.id });
  assert.equal(rotated.secret.old_until, null, "the old one is lost");
  assert.notEqual(rotated.public_key, webhook.public_key);
  await ada.call("webhooks.setState", { id: webhook.id, state: "on" });
  await receiver.until(({ length }) => length === 1);
  const [message] = receiver.received;
  new Webhook(next).verify(message?.body ?? "", message?.headers ?? {});
  assert.throws(() => new Webhook(String(secret)).verify(message?.body ?? "", message?.headers ?? {}));
  assert.equal(message?.headers["authorization"], "Bearer new");
  assert.doesNotMatch(service.logged.join(""), /"level":50/, "nothing failed");
});
