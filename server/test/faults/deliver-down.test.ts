import assert from "node:assert/strict";
import { test } from "node:test";
import { recordId } from "../../src/features/records/operations.ts";
import { SECOND_MS } from "../../src/kernel/clock.ts";
import { stopwatch } from "../measured.ts";
import { copyEvents, copyRecord } from "../outbound/copied-events.ts";
import { startWebhookReceiver, type Received } from "../outbound/webhook-receiver.ts";
import { countBatches } from "../outbound/written-batches.ts";
import { inService, type Person } from "../service.ts";
import { until } from "../waiting.ts";

// An endpoint that is down while 100,000 events wait for it, or lie between it and its next message. In real time.

const WAITING = 100_000;
const RECORDS = 1_000;
/** An endpoint that has just gone down is asked again after this time. */
const PROBE_MS = 30 * SECOND_MS;
/** A worker looks at it a moment later, and sends one message. */
const LOOK_MS = 2 * SECOND_MS;

const createDeal = async (ada: Person, name: string, amount = 5_000) =>
  (await ada.call("records.create", { type: "deal", values: { name, amount } })).record;

interface Case {
  /** What the events are that come before the last deal. */
  waits: string;
  settings: { event_types: string[]; filter?: string };
  /** They are changes of the records whose messages failed, and have to wait for those. */
  isHeld?: true;
  /** The first message that can be sent. */
  first: RegExp;
}

const CASES: Case[] = [
  { waits: "events that it wants", settings: { event_types: ["record.created"] }, first: /Waiting/ },
  { waits: "events that its filter leaves out", settings: { event_types: ["record.created"], filter: "amount>1000" }, first: /Last/ },
  { waits: "events of records whose first messages failed", settings: { event_types: ["record.created"] }, isHeld: true, first: /First/ },
  { waits: "events of other types", settings: { event_types: ["view.created"] }, first: /Last/ },
];

for (const { waits, settings, isHeld = false, first } of CASES)
  test(
    `${WAITING} ${waits} before an endpoint that is down: once it is mended, the first message comes within one probe interval`,
    { timeout: 300_000 },
    inService(
      async (service, t) => {
        using receiver = await startWebhookReceiver();
        receiver.answerStatus(500);
        const ada = await service.given.admin();
        const isOfDeals = settings.event_types.includes("record.created");
        const make = async (name: string): Promise<string> =>
          isOfDeals ? (await createDeal(ada, name)).id : (await ada.call("views.create", { type: "deal", name })).id;
        const waiting = await createDeal(ada, "Waiting", 1);
        const records = await copyRecord(service, waiting.id, RECORDS);
        const { webhook } = await ada.call("webhooks.create", { url: receiver.url, ...settings });
        const worker = await service.app.startWorker();
        try {
          const failing: string[] = [];
          for (let at = 0; at < 5; at++) failing.push(await make(`First ${at}`));
          await until(async () => (await ada.call("webhooks.get", { id: webhook.id })).state === "down", "it is down");
          // Their next attempts are hours away, so that the next message is one of the log.
          await service.database.query("update webhook_deliveries set next_at = next_at + interval '5 hours'");
          const before = receiver.received.length;
          await copyEvents(service, waiting.id, isHeld ? failing.map((id) => recordId.decode(id)) : records, WAITING);
          if (!isHeld) await make("Last");
          const count = await countBatches(service, webhook.id);
          receiver.answerStatus(204);
          const took = stopwatch();
          await receiver.until(({ length }) => length > before, 240_000);
          const [ms, batches] = [took(), await count()];
          t.diagnostic(`the first message came ${Math.round(ms)} ms after the endpoint was mended, behind ${batches} batches`);
          assert.match(nameIn(receiver.received[before]), first);
          assert.ok(ms <= PROBE_MS + LOOK_MS, `${Math.round(ms)} ms`);
          assert.ok(batches <= ms / SECOND_MS + 2, `${batches} batches in ${Math.round(ms)} ms`);
        } finally {
          receiver.answerStatus(204);
          await worker.stop();
        }
      },
      { env: { OUTBOUND_ALLOW: "127.0.0.1" } },
    ),
  );

const nameIn = (received: Received | undefined) => JSON.stringify(received?.message);
