import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { inService, type Person, type Service } from "../service.ts";
import { startCountingReceiver, type CountingReceiver } from "./counting-receiver.ts";
import { checkLedger, writeEvents } from "./ledger.ts";
import { givenCompanies, writeEvenly } from "./many-companies.ts";
import { createWorkers } from "./workers.ts";

// Many companies at once, with receiver and worker in processes of their own. Small in the normal suite; `npm run test:faults -- deliver`
// runs the full sizes. RATE (a second) and LASTING (seconds) change those of the first test, for a machine that cannot.
const IS_FULL = process.env["FAULTS"] === "full";
const size = (small: number, full: number) => (IS_FULL ? full : small);
const chosen = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
const options = { env: { OUTBOUND_ALLOW: "127.0.0.1" } };
const WARM_UP_SECONDS = 4;
const MAX_REQUESTS_OF_DEAD = 20;

const percentile = (values: number[], share: number) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0;
const median = (values: number[]) => percentile(values, 0.5);
const show = (lags: number[]) => `p50 ${median(lags)}, p95 ${percentile(lags, 0.95)}, p99 ${percentile(lags, 0.99)} ms`;

const companyOf = async (service: Service, { email }: Person) =>
  String((await service.database.query("select company_id from users where email = $1", [email]))[0]?.["company_id"]);

const addresses = (url: string, count: number) => Array.from({ length: count }, (_, at) => `${url}/ok/${at}`);

/** Every webhook has had its first message, and PostgreSQL knows how large its tables are. */
async function warmUp({ database }: Service, companies: Parameters<typeof writeEvenly>[1], perSecond: number): Promise<void> {
  await writeEvenly(database.url, companies, perSecond, Math.max(WARM_UP_SECONDS, companies.length / perSecond));
  await database.query("vacuum analyze");
  await setTimeout(2_000);
}

test(
  "500 events a second to 999 endpoints arrive within a second, and a transaction that stays open delays none of them",
  { timeout: 1_800_000 },
  inService(async (service, t) => {
    const [count, perSecond] = [size(20, 999), size(50, chosen("RATE", 500))];
    const [seconds, openSeconds] = [size(4, chosen("LASTING", 300)), size(1, 30)];
    using receiver = await startCountingReceiver();
    const companies = await givenCompanies(service, addresses(receiver.url, count));
    const workers = createWorkers(service.database.url, t);
    workers.start();
    await workers.ready();
    await warmUp(service, companies, perSecond / 2);
    await receiver.take();
    const earlier = await receiver.count();

    const writing = writeEvenly(service.database.url, companies, perSecond, seconds);
    await setTimeout(((seconds - openSeconds) / 2) * 1_000);
    const before = (await receiver.take()).lags;
    const open = await openTransaction(service.database.url);
    await setTimeout(openSeconds * 1_000);
    const during = (await receiver.take()).lags;
    await open.end();
    const written = await writing;
    await arrived(receiver, earlier + written);
    const quiet = [...before, ...(await receiver.take()).lags];
    t.diagnostic(`${written} events at ${perSecond} a second: ${show(quiet)}`);
    t.diagnostic(`while a transaction is open for ${openSeconds} s: ${show(during)}`);
    assert.equal((await receiver.count()) - earlier, written, "all of them arrive");
    if (!IS_FULL) return;
    assert.ok(percentile(quiet, 0.95) <= 1_000);
    assert.ok(percentile(during, 0.95) / percentile(quiet, 0.95) < 1.2);
  }, options),
);

async function arrived(receiver: Pick<CountingReceiver, "count">, count: number): Promise<void> {
  for (const end = Date.now() + 120_000; (await receiver.count()) < count && Date.now() < end;) await setTimeout(50);
}

/** A writer that has its number and does not commit. */
async function openTransaction(databaseUrl: string): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("begin");
  await client.query("select pg_current_xact_id()");
  return client;
}

test(
  "beside a dead endpoint with a backlog others get theirs as quickly, and it is asked rarely",
  { timeout: 3_600_000 },
  inService(async (service, t) => {
    const [others, perSecond, backlog] = [size(20, 999), size(50, 300), size(500, 100_000)];
    const [windows, windowSeconds] = [size(2, 8), size(2, 10)];
    using receiver = await startCountingReceiver();
    const eve = await service.given.admin("Eve");
    const { webhook } = await eve.call("webhooks.create", { url: `${receiver.url}/dead`, event_types: ["record.updated"] });
    const setState = (state: "on" | "paused") => eve.call("webhooks.setState", { id: webhook.id, state });
    await setState("paused");
    await writeEvents(service.database.url, await companyOf(service, eve), { events: backlog, subjects: 100 });
    const companies = await givenCompanies(service, addresses(receiver.url, others));
    const workers = createWorkers(service.database.url, t);
    workers.start();
    await workers.ready();
    await warmUp(service, companies, perSecond / 2);
    const lags = { asleep: [] as number[], awake: [] as number[] };
    for (let at = 0; at < windows * 2; at++) {
      const isAwake = at % 2 === 1;
      await setState(isAwake ? "on" : "paused");
      await receiver.take();
      const earlier = await receiver.count();
      const written = await writeEvenly(service.database.url, companies, perSecond, windowSeconds);
      await arrived(receiver, earlier + written);
      const taken = await receiver.take();
      assert.equal(taken.lags.length, written, "all of the others' arrive");
      lags[isAwake ? "awake" : "asleep"].push(percentile(taken.lags, 0.95));
      assert.ok(taken.dead <= MAX_REQUESTS_OF_DEAD, `${taken.dead} requests to the dead endpoint in ${windowSeconds} s`);
    }
    const [asleep, awake] = [median(lags.asleep), median(lags.awake)];
    t.diagnostic(`p95 of the others: ${asleep} ms with the dead one asleep, ${awake} ms awake (medians of ${windows} windows each)`);
    t.diagnostic(`asleep ${lags.asleep.join(" ")}; awake ${lags.awake.join(" ")}`);
    if (!IS_FULL) return;
    assert.ok(Math.abs(awake / asleep - 1) < 0.2);
    await setState("paused");
    await setTimeout(16_000);
    await receiver.take();
    await setState("on");
    await setTimeout(60_000);
    const { dead } = await receiver.take();
    t.diagnostic(`the dead endpoint got ${dead} requests in its first minute`);
    assert.ok(dead <= MAX_REQUESTS_OF_DEAD);
  }, options),
);

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
  "what waited for an endpoint that was down drains at 200 a second and more, in order per record, and calls stay quick",
  { timeout: 1_800_000 },
  inService(async (service, t) => {
    const events = size(1_500, 100_000);
    using receiver = await startCountingReceiver();
    const ada = await service.given.admin();
    const { webhook } = await ada.call("webhooks.create", { url: `${receiver.url}/broken`, event_types: ["record.updated"] });
    const workers = createWorkers(service.database.url, t);
    workers.start();
    await workers.ready();
    const ledger = await writeEvents(service.database.url, await companyOf(service, ada), { events, subjects: 200 });
    await service.database.query("vacuum analyze");
    while ((await ada.call("webhooks.get", { id: webhook.id })).state !== "down") await setTimeout(100);
    const [rows] = await service.database.query("select count(*)::int as count from webhook_deliveries");
    assert.ok(Number(rows?.["count"]) <= 1_000, `the backlog stays in the log: ${String(rows?.["count"])} rows`);
    const quietEnd = Date.now() + size(1_500, 20_000);
    const quiet = await timeCalls(ada, () => Date.now() > quietEnd);

    await receiver.mend();
    const started = Date.now();
    await service.database.query("update webhook_cursors set rest_until = null, next_at = now()");
    await service.database.query("update webhook_deliveries set next_at = now() where next_at is not null");
    let isOver = false;
    const busy = timeCalls(ada, () => isOver);
    for (const end = Date.now() + size(60_000, 1_200_000); (await receiver.count()) < events && Date.now() < end;) await setTimeout(100);
    isOver = true;
    const seconds = (Date.now() - started) / 1_000;
    t.diagnostic(`${events} in ${seconds.toFixed(1)} s: ${Math.round(events / seconds)} a second`);
    const [p99Quiet, p99Busy] = [percentile(quiet, 0.99), percentile(await busy, 0.99)];
    t.diagnostic(`p99 of a call: ${p99Quiet.toFixed(0)} ms quiet, ${p99Busy.toFixed(0)} ms while it drains`);
    assert.deepEqual(checkLedger(ledger, (await receiver.take()).received), { lost: [], unknown: [], disordered: [] });
    if (!IS_FULL) return;
    assert.ok(events / seconds >= 200);
    assert.ok(p99Busy < 2 * p99Quiet);
  }, options),
);
