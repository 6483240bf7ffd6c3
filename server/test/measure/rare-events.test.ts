import assert from "node:assert/strict";
import { test } from "node:test";
import { SECOND_MS } from "../../src/kernel/clock.ts";
import { stopwatch } from "../measured.ts";
import { copyEvents, copyRecord } from "../outbound/copied-events.ts";
import { startWebhookReceiver } from "../outbound/webhook-receiver.ts";
import { countBatches } from "../outbound/written-batches.ts";
import { inService, type Person } from "../service.ts";

// A webhook whose next message lies behind 100,000 events that it does not want, as after a night without a worker.

const OTHERS = 100_000;
const RECORDS = 1_000;
/** From the start of a worker, which takes some of it itself. */
const MAX_MS = 10 * SECOND_MS;
const MAX_BATCHES = 5;

const RARE = {
  type: {
    settings: { event_types: ["view.created"] },
    make: (ada: Person) => ada.call("views.create", { type: "deal", name: "Rare" }),
  },
  "record type": {
    settings: { event_types: ["record.created"], filter: "type:lead" },
    make: (ada: Person) => ada.call("records.create", { type: "lead", values: { name: "Rare" } }),
  },
  amount: {
    settings: { event_types: ["record.created"], filter: "amount>1000" },
    make: (ada: Person) => ada.call("records.create", { type: "deal", values: { name: "Rare", amount: 5_000 } }),
  },
};

for (const [what, { settings, make }] of Object.entries(RARE))
  test(
    `a webhook for a rare ${what} gets its first message within ${MAX_MS / SECOND_MS} s behind ${OTHERS} events of others`,
    { timeout: 300_000 },
    inService(
      async (service, t) => {
        using receiver = await startWebhookReceiver();
        const ada = await service.given.admin();
        const { webhook } = await ada.call("webhooks.create", { url: receiver.url, ...settings });
        const { record } = await ada.call("records.create", { type: "deal", values: { name: "One of many", amount: 1 } });
        await copyEvents(service, record.id, await copyRecord(service, record.id, RECORDS), OTHERS);
        await make(ada);
        const count = await countBatches(service, webhook.id);
        const took = stopwatch();
        const worker = await service.app.startWorker();
        try {
          await receiver.until(({ length }) => length > 0, 240_000);
        } finally {
          await worker.stop();
        }
        const [ms, batches] = [took(), await count()];
        t.diagnostic(`the first message came ${Math.round(ms)} ms after the worker's start, in ${batches} batches`);
        assert.match(JSON.stringify(receiver.received[0]?.message), /Rare/);
        assert.ok(batches <= MAX_BATCHES, `${batches} batches`);
        assert.ok(ms <= MAX_MS, `${Math.round(ms)} ms`);
      },
      { env: { OUTBOUND_ALLOW: "127.0.0.1" } },
    ),
  );
