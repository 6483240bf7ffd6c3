import assert from "node:assert/strict";
import { test } from "node:test";
import { startWebhookReceiver } from "../../../test/outbound/webhook-receiver.ts";
import { sharedService } from "../../../test/service.ts";
import { until } from "../../../test/waiting.ts";

const shared = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });

test("Members see deliveries of what every member may see, and no name of what is private", async () => {
  const service = shared();
  using receiver = await startWebhookReceiver();
  const ada = await service.given.admin();
  const [max, eve] = [await service.given.member(ada), await service.given.member(ada)];
  const { webhook } = await ada.call("webhooks.create", { url: `${receiver.url}/token-in-a-path` });
  await eve.call("views.create", { type: "deal", name: "Canary of a view" });
  await eve.call("dashboards.create", { name: "Canary of a dashboard" });
  await ada.call("invitations.create", { email: "canary-guest@test.example" });
  await ada.call("records.create", { type: "deal", values: { name: "A deal for all" } });
  const worker = await service.app.startWorker();
  try {
    const types = async (person: typeof max) =>
      (await person.call("webhooks.listDeliveries", { webhook: webhook.id, limit: 50 })).items.map(({ type }) => type);
    await until(async () => (await types(ada)).includes("record.created"), "all are sent");
    const events = (await ada.call("webhooks.listDeliveries", { limit: 50 })).items;
    assert.ok(events.some(({ type }) => type === "invitation.created"));
    assert.ok(JSON.stringify(events).includes("Canary of a view"), "an Admin may read the log");

    const seen = await types(max);
    assert.ok(!seen.some((type) => /^(invitation|session|key|access)\./.test(type)), seen.join());
    for (const type of ["record.created", "view.created", "dashboard.created"]) assert.ok(seen.includes(type), type);
    const shown: unknown[] = [
      (await max.call("webhooks.listDeliveries", { limit: 50 })).items,
      (await max.call("webhooks.list", {})).items,
    ];
    for (const { event, type } of events) {
      const one = await max.call("webhooks.getDelivery", { id: webhook.id, event }).catch((error: unknown) => error as { code: string });
      if (seen.includes(type)) shown.push(one);
      else assert.equal("code" in one && one.code, "not_found", type);
    }
    assert.doesNotMatch(JSON.stringify(shown), /[Cc]anary|token-in-a-path/);
    assert.match(JSON.stringify(shown), /A deal for all/);
  } finally {
    await worker.stop();
  }
});
