import assert from "node:assert/strict";
import { test } from "node:test";
import { copyEvents } from "../../../../test/outbound/copied-events.ts";
import { startWebhookReceiver } from "../../../../test/outbound/webhook-receiver.ts";
import { countBatches } from "../../../../test/outbound/written-batches.ts";
import { sharedService, type Person } from "../../../../test/service.ts";
import { recordId } from "../../records/operations.ts";

const shared = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });
const OTHERS = 6_000;

const RARE = {
  type: {
    settings: { event_types: ["view.created"] },
    make: (ada: Person, name: string) => ada.call("views.create", { type: "deal", name }),
  },
  filter: {
    settings: { event_types: ["record.created"], filter: "amount>1000" },
    make: (ada: Person, name: string) => ada.call("records.create", { type: "deal", values: { name, amount: 5_000 } }),
  },
};

for (const [what, { settings, make }] of Object.entries(RARE))
  test(`a webhook for a rare ${what} passes many other events in a few batches, and misses nothing between them`, async () => {
    const service = shared();
    using receiver = await startWebhookReceiver();
    const ada = await service.given.admin();
    const { webhook } = await ada.call("webhooks.create", { url: receiver.url, ...settings });
    const { record } = await ada.call("records.create", { type: "deal", values: { name: "One of many" } });
    const makeMany = () => copyEvents(service, record.id, [recordId.decode(record.id)], OTHERS / 2);
    await makeMany();
    await make(ada, "First");
    await makeMany();
    await make(ada, "Second");
    const count = await countBatches(service, webhook.id);
    const worker = await service.app.startWorker();
    try {
      await receiver.until((received) => received.some(({ message }) => JSON.stringify(message).includes("Second")));
    } finally {
      await worker.stop();
    }
    assert.equal(receiver.received.length, 2);
    const batches = await count();
    assert.ok(batches <= 8, `${batches} batches`);
  });
