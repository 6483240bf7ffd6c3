import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { startWebhookReceiver, type Received } from "../outbound/webhook-receiver.ts";
import { inService, type Person, type Service } from "../service.ts";
import { checkLedger, writeEvents } from "./ledger.ts";

// Small in the normal suite; `npm run test:faults -- deliver-load` runs the full sizes.
const IS_FULL = process.env["FAULTS"] === "full";
const size = (small: number, full: number) => (IS_FULL ? full : small);
const options = { env: { OUTBOUND_ALLOW: "127.0.0.1" } };

const companyOf = async (service: Service, { email }: Person) =>
  String((await service.database.query("select company_id from users where email = $1", [email]))[0]?.["company_id"]);

const toDelivered = ({ headers, message }: Received) => ({
  id: headers["webhook-id"] ?? "",
  subject: message.data.id,
  seq: (message.data["changes"] as { seq: [number, number] }).seq[1],
});

async function startWorker({ app }: Service) {
  const worker = await app.startWorker();
  return { [Symbol.asyncDispose]: () => worker.stop() };
}

const percentile = (values: number[], share: number) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0;

/** How long a call takes, one after the other, until told to stop. */
async function timeCalls(ada: Person, until: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!until()) {
    const started = performance.now();
    await ada.call("records.list", { type: "contact", limit: 10 });
    times.push(performance.now() - started);
    await setTimeout(10);
  }
  return times;
}

test(
  "F14: what waited for an endpoint that was down drains at 200 a second and more, in order per record, and calls stay quick",
  { timeout: 1_800_000 },
  inService(async (service, t) => {
    const events = size(1_500, 100_000);
    using receiver = await startWebhookReceiver();
    receiver.answerStatus(503);
    const ada = await service.given.admin();
    const { webhook } = await ada.call("webhooks.create", { url: receiver.url, event_types: ["record.updated"] });
    await using _worker = await startWorker(service);
    const ledger = await writeEvents(service.database.url, await companyOf(service, ada), { events, subjects: 200 });
    while ((await ada.call("webhooks.get", { id: webhook.id })).state !== "down") await setTimeout(100);
    const rows = await service.database.query("select count(*)::int as count from webhook_deliveries");
    assert.ok(Number(rows[0]?.["count"]) <= 200, "the backlog stays in the log");
    const quietEnd = Date.now() + size(1_500, 20_000);
    const quiet = await timeCalls(ada, () => Date.now() > quietEnd);

    const taken: Received[] = [];
    receiver.answerWith((received, response) => {
      taken.push(received);
      response.writeHead(204).end();
    });
    const started = Date.now();
    await service.database.query("update webhook_cursors set rest_until = null, next_at = now()");
    await service.database.query("update webhook_deliveries set next_at = now() where next_at is not null");
    const distinct = () => new Set(taken.map(({ headers }) => headers["webhook-id"])).size;
    const busy = timeCalls(ada, () => taken.length >= events);
    for (const end = Date.now() + size(60_000, 1_200_000); taken.length < events && Date.now() < end;) await setTimeout(50);
    const seconds = (Date.now() - started) / 1_000;
    assert.equal(distinct(), events);
    t.diagnostic(`${events} in ${seconds.toFixed(1)} s: ${Math.round(events / seconds)} a second`);
    const [p99Quiet, p99Busy] = [percentile(quiet, 0.99), percentile(await busy, 0.99)];
    t.diagnostic(
      `p99 of a call: ${p99Quiet.toFixed(0)} ms quiet, ${p99Busy.toFixed(0)} ms while it drains (the worker is in the same process)`,
    );
    assert.deepEqual(checkLedger(ledger, taken.map(toDelivered)), { lost: [], unknown: [], disordered: [] });
    if (IS_FULL) assert.ok(events / seconds >= 200);
  }, options),
);

test(
  "S-8: beside a dead endpoint with a backlog others get theirs as quickly, and it is asked rarely",
  { timeout: 1_800_000 },
  inService(async (service, t) => {
    const [others, windows, perWindow, backlog] = [size(5, 50), size(2, 8), size(40, 600), size(500, 100_000)];
    using dead = await startWebhookReceiver(() => undefined); // takes the message and never answers
    using healthy = await startWebhookReceiver();
    const eve = await service.given.admin("Eve");
    const { webhook } = await eve.call("webhooks.create", { url: dead.url, event_types: ["record.updated"] });
    await eve.call("webhooks.setState", { id: webhook.id, state: "paused" });
    await writeEvents(service.database.url, await companyOf(service, eve), { events: backlog, subjects: 100 });
    const companies: string[] = [];
    for (let at = 0; at < others; at++) {
      const ada = await service.given.admin();
      await ada.call("webhooks.create", { url: `${healthy.url}/${at}`, event_types: ["record.updated"] });
      companies.push(await companyOf(service, ada));
    }
    await using _worker = await startWorker(service);
    const lag = async () => {
      healthy.received.length = 0;
      await Promise.all(
        companies.map((one) =>
          writeEvents(service.database.url, one, { events: Math.ceil(perWindow / others), subjects: 5, perSecond: 300 / others }),
        ),
      );
      await healthy.until(({ length }) => length >= Math.ceil(perWindow / others) * others, 30_000);
      return percentile(
        healthy.received.map(({ at, message }) => at - Date.parse((message as unknown as { timestamp: string }).timestamp)),
        0.95,
      );
    };
    await lag(); // warm
    const lags = { asleep: [] as number[], awake: [] as number[] };
    for (let at = 0; at < windows * 2; at++) {
      const state = at % 2 === 0 ? "paused" : "on";
      await eve.call("webhooks.setState", { id: webhook.id, state });
      lags[at % 2 === 0 ? "asleep" : "awake"].push(await lag());
    }
    const [asleep, awake] = [percentile(lags.asleep, 0.5), percentile(lags.awake, 0.5)];
    t.diagnostic(`p95 of the others: ${asleep} ms with the dead one asleep, ${awake} ms awake (medians of ${windows} windows)`);
    t.diagnostic(`the dead endpoint got ${dead.received.length} requests`);
    assert.ok(dead.received.length <= 20 * windows);
    if (IS_FULL) assert.ok(Math.abs(awake / asleep - 1) < 0.2);
  }, options),
);

test(
  "F15: a registration and a replay that are sent five times with one key are done once",
  inService(async (service) => {
    const ada = await service.given.admin();
    const { key } = await ada.key();
    const rounds = size(10, 500);
    const send = async (path: string, body: object, idempotencyKey: string) => {
      const ask = () => service.rest(key, "POST", path, body, { "idempotency-key": idempotencyKey });
      const answers = await Promise.all(Array.from({ length: 5 }, ask));
      for (const one of answers) assert.ok([201, 409].includes(one.status), `${one.status} ${await one.text()}`);
    };
    for (let at = 0; at < Math.min(rounds, 90); at++) await send("/webhooks", { url: `http://127.0.0.1:9/${at}` }, `create ${at}`);
    const { items } = await ada.call("webhooks.list", { limit: 100 });
    assert.equal(items.length, Math.min(rounds, 90));
    const range = { since: "2026-01-01T00:00:00Z", until: "2026-01-02T00:00:00Z" };
    for (let at = 0; at < rounds; at++) await send(`/webhooks/${items[0]?.id}/replays`, range, `replay ${at}`);
    const [counted] = await service.database.query("select count(*)::int as count from webhook_replays");
    assert.equal(counted?.["count"], rounds);
  }, options),
);
