import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { startWebhookReceiver } from "../outbound/webhook-receiver.ts";
import { inService, type Person, type Service } from "../service.ts";

// Slow endpoints of hostile companies beside the slow endpoint of another: it waits about its own time.

const HOSTILE_MS = 13_500;
const VICTIM_MS = 2_500;
const EVENTS = 8;
const WARM_UP_MS = 5_000;

const p95 = (times: number[]) => times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1] ?? Infinity;

/** From the change to the answer of the victim's endpoint, one behind the other. */
async function timeVictim(victim: Person, answered: Map<string, number>): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < EVENTS; at++) {
    const started = Date.now();
    const { record } = await victim.call("records.create", { type: "deal", values: { name: `Deal ${at}` } });
    while (!answered.has(record.id)) await setTimeout(20);
    times.push((answered.get(record.id) ?? 0) - started);
  }
  return times;
}

interface Attack {
  companies: number;
  /** Of each. */
  endpoints: number;
}

async function attack(service: Service, { companies, endpoints }: Attack, url: string): Promise<void> {
  for (let company = 0; company < companies; company++) {
    const admin = await service.given.admin();
    for (let at = 0; at < endpoints; at++)
      await admin.call("webhooks.create", { url: `${url}/${company}/${at}`, event_types: ["record.created"] });
    const items = Array.from({ length: 30 }, (_, at) => ({ values: { name: `Deal ${at}` } }));
    await admin.call("records.batch", { type: "deal", items });
  }
}

const measure = (hostiles: Attack) => async (service: Service, t: TestContext) => {
  const answered = new Map<string, number>();
  using slow = await startWebhookReceiver(
    ({ message }, response) =>
      void setTimeout(VICTIM_MS).then(() => {
        response.writeHead(204).end();
        answered.set(message.data.id, Date.now());
      }),
  );
  using hostile = await startWebhookReceiver((_, response) => void setTimeout(HOSTILE_MS).then(() => response.writeHead(204).end()));
  const victim = await service.given.admin();
  await victim.call("webhooks.create", { url: slow.url, event_types: ["record.created"] });
  const worker = await service.app.startWorker();
  try {
    const quiet = p95(await timeVictim(victim, answered));
    await attack(service, hostiles, hostile.url);
    await setTimeout(WARM_UP_MS);
    const busy = p95(await timeVictim(victim, answered));
    t.diagnostic(`p95 quiet ${quiet} ms, beside the attack ${busy} ms; the hostile endpoints got ${hostile.received.length} messages`);
    assert.ok(hostile.received.length > 20, "the attack was felt");
    assert.ok(busy <= 2 * quiet, `p95 ${busy} ms, quiet ${quiet} ms`);
  } finally {
    // The requests that are under way end first.
    hostile[Symbol.dispose]();
    await worker.stop();
  }
};

const ATTACKS: Attack[] = [
  { companies: 1, endpoints: 100 },
  { companies: 10, endpoints: 10 },
  { companies: 10, endpoints: 100 },
];

for (const hostiles of ATTACKS)
  test(
    `${hostiles.endpoints} slow endpoints in each hostile company, of which there are ${hostiles.companies}: another's slow endpoint needs at most twice its quiet time`,
    { timeout: 300_000 },
    inService(measure(hostiles), { env: { OUTBOUND_ALLOW: "127.0.0.1" } }),
  );
