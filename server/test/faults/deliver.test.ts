import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { findDue } from "../../src/features/webhooks/deliver/leases.ts";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { openOwnerConnection } from "../../src/platform/log-reader/owner.ts";
import { startWebhookReceiver, type Received, type WebhookReceiver } from "../outbound/webhook-receiver.ts";
import { inService, type Person, type Service } from "../service.ts";
import { checkLedger, writeEvents } from "./ledger.ts";
import { createWorkers } from "./workers.ts";

// Small in the normal suite; `npm run test:faults -- deliver` runs the full sizes.
const IS_FULL = process.env["FAULTS"] === "full";
const size = (small: number, full: number) => (IS_FULL ? full : small);
const options = { env: { OUTBOUND_ALLOW: "127.0.0.1" } };
/** What a worker may have sent without having written it down. */
const MAX_UNRECORDED = 400;

async function startWorker({ app }: Service) {
  const worker = await app.startWorker();
  return { [Symbol.asyncDispose]: () => worker.stop() };
}

const companyOf = async (service: Service, { email }: Person) =>
  String((await service.database.query("select company_id from users where email = $1", [email]))[0]?.["company_id"]);

const createWebhook = async (ada: Person, { url }: WebhookReceiver, path = "") =>
  (await ada.call("webhooks.create", { url: `${url}${path}`, event_types: ["record.updated"] })).webhook;

for (const { everyMs, events } of [
  { everyMs: 250, events: size(600, 10_000) },
  { everyMs: 1_000, events: size(600, 10_000) },
]) {
  test(
    `${events} events, a worker is killed every ${everyMs} ms: none is lost, and every repeat has the id of its event`,
    { timeout: 900_000 },
    inService(async (service, t) => {
      using receiver = await startWebhookReceiver();
      const ada = await service.given.admin();
      for (const path of ["/a", "/b", "/c"]) await createWebhook(ada, receiver, path);
      const workers = createWorkers(service.database.url, t);
      workers.start();
      workers.start();
      await workers.ready();
      let kills = 0;
      const over = new AbortController();
      const killing = (async () => {
        while (!over.signal.aborted) {
          await setTimeout(everyMs);
          if (!(await workers.killOldest())) continue;
          workers.start();
          kills++;
        }
      })();
      const ledger = await writeEvents(service.database.url, await companyOf(service, ada), { events, subjects: 50, perSecond: 200 });
      over.abort();
      await killing;
      const quietSince = Date.now();
      const distinct = () => new Set(receiver.received.map((one) => `${one.path} ${one.headers["webhook-id"]}`)).size;
      await receiver.until(() => distinct() === events * 3, 120_000);
      t.diagnostic(
        `${kills} kills, ${receiver.received.length - events * 3} repeats, all there ${Date.now() - quietSince} ms after the last kill`,
      );
      assert.ok(Date.now() - quietSince < 30_000);
      for (const path of ["/hook/a", "/hook/b", "/hook/c"]) {
        const own = receiver.received.filter((one) => one.path === path);
        assert.deepEqual(checkLedger(ledger, own.map(toDelivered)), { lost: [], unknown: [], disordered: [] });
      }
      assert.ok(kills > 0);
      assert.ok(receiver.received.length - events * 3 <= kills * MAX_UNRECORDED);
      // The checker sees a message that is missing, one that nobody wrote, and one in the wrong place.
      const own = receiver.received.filter((one) => one.path === "/hook/a").map(toDelivered);
      assert.equal(
        checkLedger(
          ledger,
          own.slice(0, -1).filter(({ id }) => id !== own.at(-1)?.id),
        ).lost.length,
        1,
      );
      assert.equal(checkLedger(ledger, [...own, { id: "evt_other", subject: "rec", seq: 0 }]).unknown.length, 1);
      assert.ok(checkLedger(ledger, own.toReversed()).disordered.length > 0);
    }, options),
  );
}

const toDelivered = ({ headers, message }: Received) => ({
  id: headers["webhook-id"] ?? "",
  subject: message.data.id,
  seq: (message.data["changes"] as { seq: [number, number] }).seq[1],
});

test(
  "order: a receiver that fails one in ten gets each record's messages in the order of the log, with two workers of which one is killed",
  { timeout: 900_000 },
  inService(async (service, t) => {
    const [subjects, changes] = [size(10, 50), size(20, 200)];
    const taken: Received[] = [];
    using receiver = await startWebhookReceiver((received, response) => {
      if (Math.random() < 0.1) return void response.writeHead(500).end();
      taken.push(received);
      response.writeHead(204).end();
    });
    const ada = await service.given.admin();
    const webhook = await createWebhook(ada, receiver);
    const workers = createWorkers(service.database.url, t);
    workers.start();
    workers.start();
    const ledger = await writeEvents(service.database.url, await companyOf(service, ada), {
      events: subjects * changes,
      subjects,
      perSecond: 400,
    });
    while (!(await workers.killOldest())) await setTimeout(50);
    workers.start();
    // A retry after five seconds is real time here; later ones are asked for now.
    const isThere = () => new Set(taken.map(({ headers }) => headers["webhook-id"])).size === ledger.length;
    for (const end = Date.now() + 600_000; !isThere() && Date.now() < end;) {
      await setTimeout(1_000);
      await service.database.query("update webhook_deliveries set next_at = now() where next_at > now()");
      await service.database.query("update webhook_cursors set next_at = now(), rest_until = null where next_at > now()");
    }
    const inOrder = taken.filter(({ headers }) => headers["kith-out-of-order"] === undefined);
    const late = taken.length - inOrder.length;
    const result = checkLedger(ledger, inOrder.map(toDelivered));
    assert.deepEqual(result.disordered, []);
    assert.equal(
      result.lost.length,
      new Set(taken.map(({ headers }) => headers["webhook-id"])).size - new Set(inOrder.map(({ headers }) => headers["webhook-id"])).size,
    );
    t.diagnostic(`${taken.length} taken of ${receiver.received.length} sent, ${late} of them out of order, which they say`);
    assert.equal((await ada.call("webhooks.listDeliveries", { webhook: webhook.id, state: "open" })).items.length, 0);
  }, options),
);

test(
  "a message that comes while its record's first is sent again waits for those in between, and all of them go out in order",
  { timeout: 300_000 },
  inService(async (service, t) => {
    let isFailing = true;
    using receiver = await startWebhookReceiver((_, response) => void response.writeHead(isFailing ? 500 : 204).end());
    const ada = await service.given.admin();
    const webhook = await createWebhook(ada, receiver);
    const { record } = await ada.call("records.create", { type: "deal", values: { name: "0" } });
    const rename = (name: string) => ada.call("records.update", { id: record.id, values: { name } });
    const open = async () => (await ada.call("webhooks.listDeliveries", { webhook: webhook.id, state: "open" })).items.length;
    const worker = await service.app.startWorker();
    await rename("1");
    while ((await open()) < 1) await setTimeout(20);
    await rename("2");
    while ((await open()) < 2) await setTimeout(20);
    await worker.stop();
    await rename("3");
    isFailing = false;
    service.clock.advance(DAY_MS);
    const next = await service.app.startWorker();
    t.after(() => next.stop());
    const names = () => receiver.received.slice(1).map(({ message }) => (message.data["record"] as { title: string }).title);
    await receiver.until(({ length }) => length >= 4, 20_000);
    assert.deepEqual(names(), ["1", "2", "3"]);
  }, options),
);

test(
  "off for three days, then on from where it stopped: every event once, those of a record in order",
  { timeout: 600_000 },
  inService(async (service, t) => {
    using receiver = await startWebhookReceiver();
    const ada = await service.given.admin();
    const webhook = await createWebhook(ada, receiver);
    const worker = await service.app.startWorker();
    t.after(() => worker.stop());
    await ada.call("webhooks.setState", { id: webhook.id, state: "off" });
    const events = size(500, 5_000);
    const ledger = await writeEvents(service.database.url, await companyOf(service, ada), { events, subjects: 50 });
    service.clock.advance(3 * DAY_MS);
    const off = await ada.call("webhooks.get", { id: webhook.id });
    assert.deepEqual([off.state, off.waiting], ["off", { count: events, is_exact: true, messages: 0 }]);
    assert.equal(receiver.received.length, 0);
    const started = Date.now();
    await ada.call("webhooks.setState", { id: webhook.id, state: "on", from: "stopped" });
    await receiver.until(({ length }) => length >= events, 120_000);
    t.diagnostic(`${events} in ${Date.now() - started} ms`);
    await setTimeout(500);
    assert.equal(receiver.received.length, events, "each once");
    assert.deepEqual(checkLedger(ledger, receiver.received.map(toDelivered)), { lost: [], unknown: [], disordered: [] });
    await ada.call("webhooks.setState", { id: webhook.id, state: "paused" });
    await writeEvents(service.database.url, await companyOf(service, ada), { events: 20, subjects: 5 });
    await ada.call("webhooks.setState", { id: webhook.id, state: "on", from: "now" });
    await setTimeout(800);
    assert.equal(receiver.received.length, events, "from now: what happened meanwhile is left out");
  }, options),
);

test(
  "a webhook that is paused while a message is on its way does not send it again when it is on",
  inService(async (service) => {
    const answers: (() => void)[] = [];
    using receiver = await startWebhookReceiver((_, response) => void answers.push(() => response.writeHead(204).end()));
    const ada = await service.given.admin();
    const webhook = await createWebhook(ada, receiver);
    await using _worker = await startWorker(service);
    await writeEvents(service.database.url, await companyOf(service, ada), { events: 3, subjects: 3 });
    await receiver.until(({ length }) => length === 3);
    await ada.call("webhooks.setState", { id: webhook.id, state: "paused" });
    for (const answer of answers) answer();
    const delivered = () => ada.call("webhooks.listDeliveries", { webhook: webhook.id, state: "delivered" });
    for (const end = Date.now() + 30_000; (await delivered()).items.length < 3 && Date.now() < end;) await setTimeout(50);
    assert.equal((await delivered()).items.length, 3);
    assert.equal((await ada.call("webhooks.get", { id: webhook.id })).state, "paused");
    receiver.answerStatus(204);
    await ada.call("webhooks.setState", { id: webhook.id, state: "on", from: "stopped" });
    await writeEvents(service.database.url, await companyOf(service, ada), { events: 1, subjects: 1 });
    await receiver.until(({ length }) => length === 4);
    await setTimeout(500);
    assert.equal(receiver.received.length, 4);
  }, options),
);

test(
  "a webhook that is stopped or rests is not due, even if the worker that held its lease is dead",
  inService(async (service) => {
    const ada = await service.given.admin();
    const { webhook } = await ada.call("webhooks.create", { url: "http://127.0.0.1:9/", event_types: ["record.updated"] });
    const owner = await openOwnerConnection(service.database.url);
    const due = async () => (await findDue(owner, new Date())).length;
    try {
      await service.database.query("update webhook_cursors set lease_by = 'a worker that is gone'");
      assert.equal(await due(), 1);
      await service.database.query("update webhook_cursors set rest_until = now() + interval '1 hour'");
      assert.equal(await due(), 0);
      await ada.call("webhooks.setState", { id: webhook.id, state: "paused" });
      assert.equal(await due(), 0);
      await ada.call("webhooks.setState", { id: webhook.id, state: "on", from: "stopped" });
      assert.equal(await due(), 1);
    } finally {
      await owner.end();
    }
  }, options),
);
