import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { stopwatch } from "../../../../test/measured.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../../../test/outbound/webhook-receiver.ts";
import { countBatches } from "../../../../test/outbound/written-batches.ts";
import { sharedService, type Person, type Service } from "../../../../test/service.ts";
import { until } from "../../../../test/waiting.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../kernel/clock.ts";

const shared = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });
const PROBE_MS = 30 * SECOND_MS;
// Counted over this time, with one more for the look at its beginning and one for its end.
const COUNTED_MS = 3 * SECOND_MS;

interface World {
  service: Service;
  ada: Person;
  receiver: WebhookReceiver;
  id: string;
}

/** The only webhook, for deals, whose endpoint answers 500. */
function withFailingEndpoint(eventType: string, run: (world: World) => Promise<void>) {
  return async () => {
    const service = shared();
    await service.database.query("delete from webhooks");
    using receiver = await startWebhookReceiver();
    receiver.answerStatus(500);
    const ada = await service.given.admin();
    const { webhook } = await ada.call("webhooks.create", { url: receiver.url, event_types: [eventType], filter: "type:deal" });
    const worker = await service.app.startWorker();
    try {
      await run({ service, ada, receiver, id: webhook.id });
    } finally {
      await worker.stop();
    }
  };
}

const createDeal = async ({ ada }: World, name: string) => (await ada.call("records.create", { type: "deal", values: { name } })).record;

/** Other types, and deals that are only changed: none of these is sent. */
async function makeUnwanted({ ada }: World, count: number): Promise<void> {
  const items = Array.from({ length: count }, (_, at) => ({ values: { name: `Person ${at}` } }));
  await ada.call("records.batch", { type: "contact", items });
}

/** Moves the clock, and waits until the endpoint has refused this many requests and that is written down. */
async function passUntilFailures({ service, ada, id }: World, failures: number, step: number): Promise<void> {
  const count = async () => (await ada.call("webhooks.get", { id })).failures;
  await until(async () => (await count()) > 0, "a batch is written");
  for (let seen = await count(); seen < failures; seen = await count()) {
    service.clock.advance(step);
    await until(async () => (await count()) > seen, "another batch is written");
  }
}

const stateOf = async ({ ada, id }: World) => (await ada.call("webhooks.get", { id })).state;

test(
  "an endpoint that is down is asked again after many events that it does not want",
  withFailingEndpoint("record.created", async (world) => {
    const { service, receiver } = world;
    await createDeal(world, "First");
    await passUntilFailures(world, 5, 3 * HOUR_MS);
    assert.equal(await stateOf(world), "down");
    for (let round = 0; round < 3; round++) await makeUnwanted(world, 100);
    await createDeal(world, "Second");
    const before = receiver.received.length;
    receiver.answerStatus(204);
    service.clock.advance(PROBE_MS);
    await receiver.until(({ length }) => length > before);
    assert.equal(receiver.received.at(-1)?.message.data["name"], "Second");
    await until(async () => (await stateOf(world)) === "on", "it is on again");
  }),
);

test(
  "an endpoint that is down is asked again when no message has an attempt left",
  withFailingEndpoint("record.created", async (world) => {
    const { service, receiver } = world;
    await createDeal(world, "First");
    await passUntilFailures(world, 10, 2 * DAY_MS);
    assert.equal((await world.ada.call("webhooks.listDeliveries", { webhook: world.id })).items[0]?.state, "failed");
    service.clock.advance(HOUR_MS);
    await makeUnwanted(world, 60);
    receiver.answerStatus(204);
    await createDeal(world, "Second");
    service.clock.advance(PROBE_MS);
    await receiver.until((received) => received.at(-1)?.message.data["name"] === "Second");
    await until(async () => (await stateOf(world)) === "on", "it is on again");
  }),
);

test(
  "many changes of two records wait for their first ones without being read again and again, and arrive in order",
  withFailingEndpoint("record.updated", async (world) => {
    const { service, ada, receiver } = world;
    const deals = await Promise.all(["One", "Two"].map((name) => createDeal(world, name)));
    const change = async (amount: number) => {
      for (const { id } of deals) await ada.call("records.update", { id, values: { amount } });
    };
    await change(1);
    // Three attempts of each: after a fourth the later ones would wait no longer.
    await passUntilFailures(world, 6, 6 * MINUTE_MS);
    assert.equal(await stateOf(world), "down");
    for (let amount = 2; amount <= 25; amount++) await change(amount);
    service.clock.advance(2 * MINUTE_MS);
    const count = await countBatches(service, world.id);
    const took = stopwatch();
    await setTimeout(COUNTED_MS);
    const batches = await count();
    assert.ok(batches <= took() / SECOND_MS + 2, `${batches} batches in ${Math.round(took())} ms`);
    receiver.received.length = 0;
    receiver.answerStatus(204);
    service.clock.advance(HOUR_MS);
    await receiver.until(({ length }) => length >= 50);
    for (const { id } of deals) {
      const amounts = receiver.received.filter(({ message }) => message.data.id === id).map(({ message }) => amountAfter(message.data));
      assert.deepEqual(
        amounts,
        Array.from({ length: 25 }, (_, at) => at + 1),
      );
    }
  }),
);

test(
  "an endpoint that is down is asked with a message whose attempt is later, when all that is new waits for it; a failure then costs no attempt",
  withFailingEndpoint("record.updated", async (world) => {
    const { service, ada, receiver, id } = world;
    const deals = await Promise.all(["One", "Two"].map((name) => createDeal(world, name)));
    const change = async (amount: number) => {
      for (const deal of deals) await ada.call("records.update", { id: deal.id, values: { amount } });
    };
    await change(1);
    // Three attempts of each: the next is half an hour later.
    await passUntilFailures(world, 6, 6 * MINUTE_MS);
    assert.equal(await stateOf(world), "down");
    await change(2);
    const failures = async () => (await ada.call("webhooks.get", { id })).failures;
    const before = await failures();
    service.clock.advance(5 * MINUTE_MS);
    await until(async () => (await failures()) > before, "it is asked");
    const { items } = await ada.call("webhooks.listDeliveries", { webhook: id, state: "open" });
    assert.deepEqual(
      items.map(({ state, attempts }) => [state, attempts]),
      [
        ["retrying", 3],
        ["retrying", 3],
      ],
    );
    receiver.received.length = 0;
    receiver.answerStatus(204);
    service.clock.advance(5 * MINUTE_MS);
    await receiver.until(({ length }) => length >= 2);
    assert.deepEqual(
      receiver.received.slice(0, 2).map(({ message }) => [message.data.id, amountAfter(message.data)]),
      [1, 2].map((amount) => [receiver.received[0]?.message.data.id, amount]),
    );
  }),
);

test(
  "an endpoint that is down costs about one batch a second while others of its company are busy",
  withFailingEndpoint("record.created", async (world) => {
    const { service, receiver } = world;
    await createDeal(world, "First");
    await passUntilFailures(world, 5, 3 * HOUR_MS);
    service.clock.advance(PROBE_MS);
    const count = await countBatches(service, world.id);
    const took = stopwatch();
    while (took() < COUNTED_MS) await makeUnwanted(world, 5);
    const batches = await count();
    assert.ok(batches <= took() / SECOND_MS + 2, `${batches} batches in ${Math.round(took())} ms`);
    receiver.answerStatus(204);
    await createDeal(world, "Second");
    service.clock.advance(SECOND_MS);
    await receiver.until((received) => received.at(-1)?.message.data["name"] === "Second");
  }),
);

const amountAfter = (data: Record<string, unknown>) => Number((data["changes"] as { amount: unknown[] }).amount[1]);
