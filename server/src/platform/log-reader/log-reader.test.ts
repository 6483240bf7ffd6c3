import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { startService, type Service } from "../../../test/service.ts";
import { handledIn, prepareHandled, startReader, startWriting, subscribingFeature, testSubscription } from "../../../test/subscriber.ts";
import { newId } from "../random.ts";
import type { Subscription } from "../../kernel/subscription.ts";
import { openPools } from "../postgres/pools.ts";
import { createReader } from "../postgres/transaction.ts";
import { companiesWithNewEvents, currentMoment } from "./news.ts";
import { TEST_SECRET } from "../../../../scripts/test-database.ts";
import { measured, scaled, stopwatch, within } from "../../../test/measured.ts";
import { until } from "../../../test/waiting.ts";
import { presently } from "../../../test/moments.ts";

const failing = new Set<string>();
const subscribing = subscribingFeature("test", async (companyId) => {
  if (failing.has(companyId)) throw new Error("this company's events cannot be handled");
});
let running: Service;
let writing: ReturnType<typeof startWriting>;
const service = () => running;
test.before(async () => {
  running = await startService({ extraFeatures: [subscribing] });
  await prepareHandled(running.database);
  writing = startWriting(running.database.url);
});
test.after(async () => {
  await writing.end();
  await running.close();
});

const start = (subscription: Subscription, patience?: { maxAttempts: number; maxWaitSeconds: number }) =>
  startReader(service().database.url, service().app.execute, [subscription], patience ? { retryPolicy: patience } : {});

/** Each test has a subscriber of its own, so that none finds what another left. */
let nth = 0;
const newSubscription = () => testSubscription({ name: `test.updates${++nth}` });

async function newCompanies(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await service().database.query("insert into companies (id, name, created_at) select unnest($1::uuid[]), 'Company', now()", [ids]);
  return ids;
}

async function untilHandled(companyIds: string[], wanted: number) {
  let handled = await handledIn(service().database, companyIds);
  await until(
    async () => (handled = await handledIn(service().database, companyIds)).length >= wanted,
    () => `${wanted} are handled, and not ${handled.length}`,
    { everyMs: 20 },
  );
  return handled;
}

const registered = (name: string) =>
  until(
    async () => (await service().database.query("select from log_subscribers where subscriber = $1", [name])).length > 0,
    `${name} is registered`,
    { everyMs: 10 },
  );

test("a subscriber gets the events after its start, each once and in order, and has no cursor in companies without events", async (t) => {
  const subscription = newSubscription();
  const [company = "", idle = ""] = await newCompanies(2);
  const subject = newId();
  await writing.write(company, subject, 0); // before it began
  const first = start(subscription);
  await registered(subscription.name);
  for (let seq = 1; seq <= 5; seq++) await writing.write(company, subject, seq);
  await untilHandled([company], 5);
  await first.stop();
  for (let seq = 6; seq <= 300; seq++) await writing.write(company, subject, seq); // while no reader runs
  const second = start(subscription);
  t.after(() => second.stop());
  await untilHandled([company], 300);
  await setTimeout(300);
  const handled = await handledIn(service().database, [company, idle]);
  assert.deepEqual(
    handled.map(({ seq }) => seq),
    Array.from({ length: 300 }, (_, at) => at + 1),
  );
  const cursors = () =>
    service().database.query("select company_id, due_since from log_cursors where subscriber = $1 and lease_by is null", [
      subscription.name,
    ]);
  assert.deepEqual(await until(async () => (await cursors()).length > 0 && cursors(), "an idle lease is given back"), [
    { company_id: company, due_since: null },
  ]);
  assert.match(await second.metrics.text(), new RegExp(`kith_subscriptions_events_total\\{subscriber="${subscription.name}"\\} 295`));
});

test("two readers share the work: together they handle every event once", async (t) => {
  const subscription = newSubscription();
  const companies = await newCompanies(20);
  const readers = [start(subscription), start(subscription)];
  t.after(() => Promise.all(readers.map((reader) => reader.stop())));
  await registered(subscription.name);
  const subjects = companies.map(() => newId());
  for (let seq = 0; seq < 20; seq++) {
    await Promise.all(companies.map((company, at) => writing.write(company, subjects[at] ?? "", seq)));
    await setTimeout(20);
  }
  const handled = await untilHandled(companies, 400);
  await setTimeout(300);
  assert.equal((await handledIn(service().database, companies)).length, 400);
  for (const company of companies) {
    const own = handled.filter((one) => one.company_id === company).map(({ seq }) => seq);
    assert.deepEqual(
      own,
      Array.from({ length: 20 }, (_, seq) => seq),
    );
  }
  const texts = await Promise.all(readers.map((reader) => reader.metrics.text()));
  const counts = texts.map((text) => Number(/kith_subscriptions_events_total\{[^}]*\} (\d+)/.exec(text)?.[1] ?? 0));
  t.diagnostic(`they handled ${counts.join(" and ")}`);
  // A reader that gets no turn on a busy machine has no part in it.
  assert.ok(counts.every((count) => count >= scaled(1, 0)));
});

/** How long each event of these companies took to be handled, while `during` goes on. */
async function delays(companies: string[], during: () => Promise<void>): Promise<number[]> {
  const written = new Map<string, number>();
  const from = (await handledIn(service().database, companies)).length;
  const state = { isOver: false };
  const ending = during().finally(() => (state.isOver = true));
  for (let seq = 1_000; !state.isOver; seq++) {
    for (const company of companies) {
      await writing.write(company, newId(), seq);
      written.set(`${company} ${seq}`, presently().getTime());
    }
    await setTimeout(30);
  }
  await ending;
  const handled = (await untilHandled(companies, from + written.size)).slice(from);
  assert.equal(handled.length, written.size);
  return handled.map((one) => one.at.getTime() - (written.get(`${one.company_id} ${one.seq}`) ?? 0)).sort((a, b) => a - b);
}
const p95 = (sorted: number[]) => sorted[Math.floor(sorted.length * 0.95)] ?? 0;

measured(
  "a transaction of one company that stays open for 5 s does not delay other companies' events, and its own come afterwards",
  async (t) => {
    const subscription = newSubscription();
    const [slow = "", ...others] = await newCompanies(6);
    const reader = start(subscription);
    t.after(() => reader.stop());
    await registered(subscription.name);
    const writer = new Client({ connectionString: service().database.superuserUrl });
    await writer.connect();
    t.after(() => writer.end());
    const sorted = await delays(others, async () => {
      await writer.query("begin");
      await writer.query(
        `insert into events (company_id, id, at, type, subject_type, subject_id, via, operation, operation_id, request_id, data)
       values ($1, $2, now(), 'record.updated', 'rec', $2, 'rest', 'x', $2, 'x', '{"seq": 1}')`,
        [slow, newId()],
      );
      await setTimeout(5_000);
      await writer.query("commit");
    });
    t.diagnostic(`p95 ${p95(sorted)} ms, median ${sorted[sorted.length >> 1]} ms of ${sorted.length}`);
    assert.ok(p95(sorted) < 1_000);
    assert.equal((await untilHandled([slow], 1)).length, 1);
  },
);

test("a subscriber that fails in one company changes nothing there, is retried, then parked and shown, and delays no other", async (t) => {
  const subscription = newSubscription();
  const [bad = "", ...others] = await newCompanies(4);
  failing.add(bad);
  const reader = start(subscription, { maxAttempts: 3, maxWaitSeconds: 1 });
  t.after(() => reader.stop());
  await registered(subscription.name);
  const sorted = await delays(others, async () => {
    for (let seq = 0; seq < 3; seq++) await writing.write(bad, newId(), seq);
    for (let parked = 0; parked === 0; await setTimeout(50)) {
      const [row] = await service().database.query("select count(parked_at)::int as parked from log_cursors where company_id = $1", [bad]);
      parked = Number(row?.["parked"]);
    }
  });
  t.diagnostic(`p95 of the others ${p95(sorted)} ms of ${sorted.length}`);
  assert.ok(p95(sorted) < within(1_000));
  assert.deepEqual(await handledIn(service().database, [bad]), [], "its effects are rolled back");
  await setTimeout(2_200); // the next time the figures are read
  const text = await reader.metrics.text();
  assert.match(text, new RegExp(`kith_subscriptions_parked\\{subscriber="${subscription.name}"\\} 1`));
  assert.match(text, new RegExp(`kith_subscriptions_failures_total\\{subscriber="${subscription.name}"\\} 3`));
  const [cursor] = await service().database.query("select failures, last_error from log_cursors where company_id = $1", [bad]);
  assert.equal(cursor?.["failures"], 3);
  assert.match(String(cursor?.["last_error"]), /cannot be handled/);

  failing.delete(bad);
  await service().database.query("update log_cursors set parked_at = null, failures = 0, next_at = now() where company_id = $1", [bad]);
  const handled = await untilHandled([bad], 3);
  assert.deepEqual(
    handled.map(({ seq }) => seq),
    [0, 1, 2],
    "an operator lets it go on from where it stopped",
  );
});

measured("10,000 idle cursors cost one query per poll, and one more each second", async (t) => {
  const subscription = newSubscription();
  const companies = await newCompanies(10_000);
  await service().database.query("insert into log_cursors (company_id, subscriber, seen) select unnest($1::uuid[]), $2, log_snapshot()", [
    companies,
    subscription.name,
  ]);
  const reader = start(subscription);
  t.after(() => reader.stop());
  await registered(subscription.name);
  await setTimeout(1_500);
  const before = reader.statements();
  const watched = stopwatch();
  await setTimeout(5_000);
  const perSecond = (reader.statements() - before) / (watched() / 1_000);

  const pools = openPools(service().database.url, TEST_SECRET, 2, () => undefined);
  t.after(() => pools.end());
  const identity = createReader(pools.identity);
  const moment = await currentMoment(identity);
  const times: number[] = [];
  for (let at = 0; at < 50; at++) {
    const took = stopwatch();
    await companiesWithNewEvents(identity, moment);
    times.push(took());
  }
  times.sort((a, b) => a - b);
  t.diagnostic(`${perSecond.toFixed(1)} statements a second; a look takes ${times[25]?.toFixed(2)} ms (median of 50)`);
  assert.ok(perSecond < 13, `${perSecond} statements a second`);
});
