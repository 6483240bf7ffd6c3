import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { NOW } from "../../../../test/moments.ts";
import { startWebhookReceiver } from "../../../../test/outbound/webhook-receiver.ts";
import { inService, type Person, type Service } from "../../../../test/service.ts";
import { until } from "../../../../test/waiting.ts";
import { openOwnerConnection } from "../../../platform/log-reader/owner.ts";
import { release, releaseOthers } from "./leases.ts";

const options = { env: { OUTBOUND_ALLOW: "127.0.0.1" } };

const createDeal = (ada: Person, name: string) => ada.call("records.create", { type: "deal", values: { name } });

/** Another connection that holds the place of every webhook, until it is told to let go. */
async function lockPlaces({ database }: Service) {
  const client = new Client({ connectionString: database.superuserUrl });
  await client.connect();
  await client.query("begin");
  await client.query("select from webhook_cursors for update");
  return { letGo: () => client.end() };
}

test(
  "a webhook whose place is locked for longer than a worker waits goes on afterwards, and sends nothing twice",
  inService(async (service) => {
    using receiver = await startWebhookReceiver();
    const ada = await service.given.admin();
    await ada.call("webhooks.create", { url: receiver.url, event_types: ["record.created"] });
    const worker = await service.app.startWorker();
    try {
      await createDeal(ada, "First");
      await receiver.until(({ length }) => length === 1);
      const lock = await lockPlaces(service);
      await createDeal(ada, "Second");
      await until(() => service.logged.some((line) => line.includes("what was sent could not be written down")), "recording fails");
      await lock.letGo();
      const names = Array.from({ length: 5 }, (_, at) => `Later ${at}`);
      for (const name of names) await createDeal(ada, name);
      await receiver.until((received) => {
        const arrived = new Set(received.map(({ message }) => message.data["name"]));
        return ["Second", ...names].every((name) => arrived.has(name));
      });
      assert.equal(receiver.received.length, 2 + names.length, "what was sent is written down later, and not sent again");
    } finally {
      await worker.stop();
    }
  }, options),
);

test(
  "giving leases back waits for no lock, and what is left is given back the next time",
  inService(async (service) => {
    const ada = await service.given.admin();
    await ada.call("webhooks.create", { url: "http://127.0.0.1:9/one" });
    await ada.call("webhooks.create", { url: "http://127.0.0.1:9/two" });
    const owner = await openOwnerConnection(service.database.url);
    try {
      await service.database.query("update webhook_cursors set lease_by = $1, next_at = null", [owner.leaseName]);
      const leases = await owner.query<{ companyId: string; key: string }>(
        `select company_id as "companyId", webhook_id as key from webhook_cursors`,
      );
      const heldBy = async () => (await service.database.query("select lease_by from webhook_cursors where lease_by is not null")).length;
      const lock = await lockPlaces(service);
      await release(owner, leases);
      assert.equal(await heldBy(), 2);
      await lock.letGo();
      const [kept, ...others] = leases;
      assert.ok(kept);
      await releaseOthers(owner, [kept], NOW);
      assert.equal(await heldBy(), 1);
      const [given] = await service.database.query("select webhook_id, next_at from webhook_cursors where lease_by is null");
      assert.equal(given?.["webhook_id"], others[0]?.key);
      assert.ok(given?.["next_at"], "somebody looks at it: news may have come meanwhile");
    } finally {
      await owner.end();
    }
  }, options),
);

test(
  "a worker that finds the database in another cluster goes on above the numbers of before",
  inService(async (service) => {
    using receiver = await startWebhookReceiver();
    const ada = await service.given.admin();
    await ada.call("webhooks.create", { url: receiver.url, event_types: ["record.created"] });
    // As after a restore to a point in time, where nobody ran migrate.
    await service.database.query("update log_clusters set cluster = 'another'");
    const worker = await service.app.startWorker();
    try {
      const clusters = () => service.database.query("select from log_clusters where cluster = log_this_cluster()");
      await until(async () => (await clusters()).length === 1, "it is noted");
      await createDeal(ada, "After");
      await receiver.until(({ length }) => length === 1);
    } finally {
      await worker.stop();
    }
  }, options),
);
