import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sharedService, type Person } from "../../server/test/service.ts";
import { makeSecret, signatureHeaders } from "../../server/src/platform/standard-webhooks.ts";
import { prepareN8n, type N8n } from "./n8n.ts";
import { makeTrigger, until, untilEvents, webhooksOf } from "./trigger-workflow.ts";

// The life of the trigger's webhook in a running n8n.

const RESTARTS = 5;
const DELIVERY_MS = 120_000;
const service = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });
let n8n: N8n;
let ada: Person;
let key: string;
before(async () => {
  n8n = await prepareN8n();
  await n8n.start();
  ada = await service().given.admin();
  ({ key } = await ada.key("n8n"));
});
after(() => n8n.close());

test("the trigger has exactly one webhook while it is published, and none afterwards", async () => {
  const worker = await service().app.startWorker();
  try {
    const trigger = await makeTrigger(n8n, { url: service().url, key }, ["record.created"]);
    await trigger.publish();
    await untilEvents(ada, [["record.created"]]);
    const [made] = await webhooksOf(ada);
    assert.ok(made);

    await ada.call("records.create", { type: "contact", values: { name: "One" } });
    await until(
      async () => (await trigger.executed()).length === 1,
      DELIVERY_MS,
      () => "one execution",
    );

    const body = JSON.stringify({ type: "record.created", timestamp: new Date().toISOString(), data: { id: "rec_1" } });
    const forged = signatureHeaders({ id: "evt_forged", at: new Date(), body, secrets: [makeSecret()] });
    const executions = () => n8n.query("select id from execution_entity");
    const earlier = (await executions()).length;
    const headers = { "content-type": "application/json", ...forged };
    assert.equal((await fetch(made.url, { method: "POST", body, headers })).status, 401);
    assert.equal((await fetch(made.url, { method: "POST", body, headers: { "content-type": "application/json" } })).status, 401);
    assert.equal((await executions()).length, earlier, "a forged message starts nothing");

    for (let times = 0; times < RESTARTS; times++) {
      await n8n.stop();
      await n8n.start();
    }
    assert.deepEqual(
      (await webhooksOf(ada)).map(({ id }) => id),
      [made.id],
    );
    await ada.call("records.create", { type: "contact", values: { name: "Two" } });
    await until(
      async () => (await trigger.executed()).length === 2,
      DELIVERY_MS,
      () => "the secret is still known",
    );

    await trigger.change(["record.updated"]);
    await untilEvents(ada, [["record.updated"]]);

    await trigger.unpublish();
    await untilEvents(ada, []);
  } finally {
    await worker.stop();
  }
});

test("a webhook that was deleted in Kith first does not hinder", async () => {
  const trigger = await makeTrigger(n8n, { url: service().url, key }, ["record.deleted"]);
  await trigger.publish();
  await untilEvents(ada, [["record.deleted"]]);
  for (const { id } of await webhooksOf(ada)) await ada.call("webhooks.delete", { id });
  await trigger.unpublish();
  const [row] = await n8n.query("select active from workflow_entity where id = $1", [trigger.id]);
  assert.equal(row?.["active"], false);
  assert.deepEqual(await webhooksOf(ada), []);
});
