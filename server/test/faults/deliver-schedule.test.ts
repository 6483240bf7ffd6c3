import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/kernel/clock.ts";
import { startMailbox } from "../mailbox.ts";
import { makeCertificate, startReceiver } from "../outbound/receiver.ts";
import { startWebhookReceiver } from "../outbound/webhook-receiver.ts";
import { inService, type Person, type Service } from "../service.ts";

// What a receiver can do wrong, and when it is tried again. The clock is moved by the test.

const options = { env: { OUTBOUND_ALLOW: "127.0.0.1" } };
const SCHEDULE_MS = [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2, 5, 10, 14, 20, 24].map((wait) =>
  wait < 100 ? wait * HOUR_MS : wait,
);
const TOLERANCE = 0.2;
/** The test waits for real time only here: 15 s for each attempt. */
const HANGING = process.env["FAULTS"] === "full" ? ["/hang"] : [];

const createDeal = (ada: Person, name: string) => ada.call("records.create", { type: "deal", values: { name } });

async function eventually<T>(read: () => Promise<T | undefined | false>, ms = 30_000): Promise<T> {
  for (const end = Date.now() + ms; ;) {
    const found = await read();
    if (found) return found;
    if (Date.now() > end) throw new Error("it did not happen in time");
    await setTimeout(30);
  }
}

/** Moves the clock to the next attempt, and waits for it. */
async function passToNextAttempt(service: Service, ada: Person, id: string, event: string) {
  const before = await ada.call("webhooks.getDelivery", { id, event });
  const last = before.attempts.at(-1);
  assert.ok(before.next_at && last, `no further attempt after ${before.attempts.length}`);
  const planned = SCHEDULE_MS[before.attempts.length - 1] ?? 0;
  const waits = Date.parse(before.next_at) - (Date.parse(last.at) + last.ms);
  // What the machine is busy with in between is not the schedule's.
  assert.ok(Math.abs(waits / planned - 1) <= TOLERANCE, `attempt ${before.attempts.length + 1} in ${waits} ms, planned are ${planned}`);
  if (planned >= MINUTE_MS) {
    service.clock.advance(waits * 0.8);
    await setTimeout(300);
    assert.equal((await ada.call("webhooks.getDelivery", { id, event })).attempts.length, before.attempts.length, "not before its time");
  }
  service.clock.advance(Date.parse(before.next_at) - service.clock.now().getTime() + 1);
  return eventually(async () => {
    const now = await ada.call("webhooks.getDelivery", { id, event });
    return now.attempts.length > before.attempts.length && now;
  });
}

async function firstDelivery(ada: Person, id: string) {
  return eventually(async () => {
    const [found] = (await ada.call("webhooks.listDeliveries", { webhook: id })).items;
    return found && found.attempts > 0 && found;
  });
}

for (const path of ["/reset", "/loop", "/gone", "/endless", "/expired", ...HANGING]) {
  test(
    `a receiver that answers like ${path}`,
    { timeout: 300_000 },
    inService(async (service) => {
      const certificate = makeCertificate(["127.0.0.1"], path === "/expired");
      using tls = await startReceiver(certificate);
      // Plain http reaches the same behaviours without a certificate that our client would have to know.
      using plain = await startWebhookReceiver((_, response, request) => {
        if (path === "/reset") request.socket.destroy();
        else if (path === "/loop") response.writeHead(307, { location: "/loop" }).end();
        else if (path === "/gone") response.writeHead(410).end();
        else if (path === "/endless") response.writeHead(500).end(Buffer.alloc(10_000_000, "A"));
      });
      const url = path === "/expired" ? `https://127.0.0.1:${tls.port}/ok` : plain.url;
      const ada = await service.given.admin();
      const { webhook } = await ada.call("webhooks.create", { url, event_types: ["record.created"] });
      const worker = await service.app.startWorker();
      try {
        await createDeal(ada, "One");
        const { event } = await firstDelivery(ada, webhook.id);
        const first = await ada.call("webhooks.getDelivery", { id: webhook.id, event });
        const { state, reason } = await ada.call("webhooks.get", { id: webhook.id });
        if (path === "/gone") {
          assert.deepEqual([state, reason], ["off", "410 Gone"]);
          return;
        }
        assert.equal(state, "failing");
        const expected = { "/reset": "cut", "/loop": "307", "/endless": "500", "/expired": "tls", "/hang": "timeout" }[path];
        assert.equal(reason, expected);
        assert.ok((first.attempts[0]?.answer ?? "").length <= 1_024);
        const second = await passToNextAttempt(service, ada, webhook.id, event);
        assert.equal(second.attempts.length, 2);
      } finally {
        await worker.stop();
      }
    }, options),
  );
}

test(
  "a message that is never taken is tried ten times in 75 hours, each within 20 % of its time, and then given up",
  inService(async (service) => {
    using receiver = await startWebhookReceiver();
    receiver.answerStatus(500);
    const ada = await service.given.admin();
    const { webhook } = await ada.call("webhooks.create", { url: receiver.url, event_types: ["record.created"] });
    const worker = await service.app.startWorker();
    try {
      await createDeal(ada, "One");
      const { event } = await firstDelivery(ada, webhook.id);
      let delivery = await ada.call("webhooks.getDelivery", { id: webhook.id, event });
      assert.equal(delivery.schedule.length, 9);
      while (delivery.next_at) delivery = await passToNextAttempt(service, ada, webhook.id, event);
      assert.deepEqual([delivery.attempts.length, delivery.state], [10, "failed"]);
      assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1, "the same bytes in every attempt");
      const { state, failures } = await ada.call("webhooks.get", { id: webhook.id });
      assert.deepEqual([state, failures], ["down", 10]);
    } finally {
      await worker.stop();
    }
  }, options),
);

test(
  "Retry-After moves the whole endpoint, at most by a day",
  inService(async (service) => {
    using receiver = await startWebhookReceiver();
    receiver.answerStatus(429, { "retry-after": "120" });
    const ada = await service.given.admin();
    const { webhook } = await ada.call("webhooks.create", { url: receiver.url, event_types: ["record.created"] });
    const worker = await service.app.startWorker();
    try {
      await createDeal(ada, "One");
      await firstDelivery(ada, webhook.id);
      await createDeal(ada, "Two");
      service.clock.advance(100 * SECOND_MS);
      await setTimeout(1_200);
      assert.equal(receiver.received.length, 1, "nothing is sent before the time it asked for");
      const { next_try_at: next } = await ada.call("webhooks.get", { id: webhook.id });
      assert.ok(next && Date.parse(next) > service.clock.now().getTime());
      receiver.answerStatus(204);
      service.clock.advance(30 * SECOND_MS);
      await receiver.until(({ length }) => length === 3);
    } finally {
      await worker.stop();
    }
  }, options),
);

test(
  "an endpoint that is down is asked once after 30 s, 1, 2 and 4 min, and then every 5 min",
  inService(async (service, t) => {
    using receiver = await startWebhookReceiver();
    receiver.answerStatus(503);
    const ada = await service.given.admin();
    const { webhook } = await ada.call("webhooks.create", { url: receiver.url, event_types: ["record.created"] });
    const worker = await service.app.startWorker();
    try {
      await Promise.all(Array.from({ length: 12 }, (_, at) => createDeal(ada, `Deal ${at}`)));
      await eventually(async () => (await ada.call("webhooks.get", { id: webhook.id })).state === "down");
      const [begun, first] = [service.clock.now().getTime(), receiver.received.length];
      const minutes: number[] = [];
      let count = first;
      for (let step = 0; step < 60; step++) {
        service.clock.advance(30 * SECOND_MS);
        // What happens while it rests is no reason to ask it.
        await createDeal(ada, "One more");
        await setTimeout(400);
        for (; count < receiver.received.length; count++) minutes.push((service.clock.now().getTime() - begun) / MINUTE_MS);
      }
      t.diagnostic(`${first} requests until it was down, then after ${minutes.map((at) => at.toFixed(1)).join(", ")} min`);
      const waits = minutes.map((at, index) => at - (minutes[index - 1] ?? 0));
      // A test that moves the clock by half a minute sees each request up to that much later.
      for (const [at, planned] of [0.5, 1, 2, 4, 5, 5, 5].entries()) {
        const waited = waits[at];
        if (waited === undefined) assert.ok(at >= 6, `only ${waits.length} requests`);
        else assert.ok(waited >= planned - 0.6 && waited <= planned + 0.6, `request ${at + 1} after ${waited} min, not ${planned}`);
      }
    } finally {
      await worker.stop();
    }
  }, options),
);

test("an endpoint that fails for five days is turned off, and its owner is told three times", async (t) => {
  const mailbox = await startMailbox();
  t.after(() => mailbox.stop());
  await inService(
    async (service) => {
      using receiver = await startWebhookReceiver();
      receiver.answerStatus(503);
      const ada = await service.given.admin();
      const { webhook } = await ada.call("webhooks.create", { url: receiver.url, event_types: ["record.created"] });
      const worker = await service.app.startWorker();
      const stateOf = async () => (await ada.call("webhooks.get", { id: webhook.id })).state;
      try {
        // Ten of them fail at once, before it is down: fewer do not turn it off.
        await ada.call("webhooks.setState", { id: webhook.id, state: "paused" });
        for (let at = 0; at < 12; at++) await createDeal(ada, `Deal ${at}`);
        await ada.call("webhooks.setState", { id: webhook.id, state: "on", from: "stopped" });
        await eventually(async () => (await stateOf()) === "down");
        let requests = receiver.received.length;
        for (let hours = 0; hours < 130 && (await stateOf()) === "down"; hours += 3) {
          service.clock.advance(3 * HOUR_MS);
          await eventually(async () => receiver.received.length > requests || (await stateOf()) !== "down", 3_000).catch(() => undefined);
          requests = receiver.received.length;
        }
        assert.equal(await stateOf(), "off");
        const announced = (await ada.call("events.list", {})).items.map(({ type }) => type).filter((type) => /failing|disabled/.test(type));
        assert.deepEqual(announced, ["webhook.disabled", "webhook.failing", "webhook.failing"]);
        await eventually(async () => mailbox.mails.filter(({ to }) => to === ada.email).length >= 3);
        assert.doesNotMatch(JSON.stringify(mailbox.mails), /whsec_/);
        const after = receiver.received.length;
        await createDeal(ada, "Later");
        await setTimeout(500);
        assert.equal(receiver.received.length, after, "nothing more is sent");
      } finally {
        await worker.stop();
      }
    },
    { ...options, mailbox },
  )(t);
});
