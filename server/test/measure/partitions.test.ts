import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { inService, type Person, type Service } from "../service.ts";

const READER_MS = 4_000;
const WAIT_MAX_MS = 2_000;

test(
  "a month's partition is made beside a long reader, and no write waits for it",
  inService(async (service, t) => {
    const ada = await service.given.admin();
    const name = await dropFurthest(service);
    const [, writes] = await Promise.all([holdReader(service, () => service.app.housekeep()), writeFor(ada, READER_MS + 2_000)]);
    t.diagnostic(`${writes.count} writes, the longest took ${writes.longestMs} ms`);
    assert.ok(writes.count > 50);
    assert.deepEqual(writes.failures, []);
    assert.ok(writes.longestMs < WAIT_MAX_MS, `a write waited ${writes.longestMs} ms`);
    if (!(await isThere(service, name))) await service.app.housekeep();
    assert.ok(await isThere(service, name));
    const indexes = "select count(*)::int as count from pg_index where indisvalid and indrelid = to_regclass($1)";
    assert.deepEqual(await service.database.query(indexes, [name]), await service.database.query(indexes, ["events_default"]));
  }),
);

test(
  "an expired month is dropped beside a long reader, and no write waits for it",
  inService(async (service) => {
    const ada = await service.given.admin();
    await service.database.query(
      "create table events_2020_01 partition of events for values from (uuid_at('2020-01-01Z')) to (uuid_at('2020-02-01Z'))",
    );
    await service.database.query("alter table events_2020_01 owner to kith");
    const [, writes] = await Promise.all([holdReader(service, () => service.app.housekeep()), writeFor(ada, READER_MS + 2_000)]);
    assert.deepEqual(writes.failures, []);
    assert.ok(writes.longestMs < WAIT_MAX_MS, `a write waited ${writes.longestMs} ms`);
    if (await isThere(service, "events_2020_01")) await service.app.housekeep();
    assert.ok(!(await isThere(service, "events_2020_01")));
  }),
);

test(
  "an event written before its month has a partition is readable before and after the partition is made",
  inService(async (service) => {
    const ada = await service.given.admin();
    const name = await dropFurthest(service);
    const { record } = await ada.call("records.create", { type: "contact", values: { name: "Early Bird" } });
    const timeline = async () => (await ada.call("records.timeline", { id: record.id })).items.length;
    await service.database.query(
      `insert into events select (jsonb_populate_record(e, jsonb_build_object('id', uuid_at(to_date($1, '"events_"YYYY_MM') + interval '2 days')))).*
       from events e where type = 'record.created'`,
      [name],
    );
    const inDefault = () => service.database.query("select count(*)::int as count from events_default");
    assert.equal(await timeline(), 2);
    assert.deepEqual(await inDefault(), [{ count: 1 }]);
    await service.app.housekeep();
    assert.equal(await timeline(), 2);
    assert.deepEqual(await inDefault(), [{ count: 0 }]);
  }),
);

/** Drops the partition furthest ahead, as if it had not been made yet. */
async function dropFurthest({ database }: Service): Promise<string> {
  const [row] = await database.query("select relname from pg_class where relname ~ '^events_\\d{4}_\\d{2}$' order by 1 desc limit 1");
  const name = String(row?.["relname"]);
  await database.query(`drop table ${name}`);
  return name;
}

const isThere = async ({ database }: Service, name: string) =>
  (await database.query("select from pg_inherits where inhparent = 'events'::regclass and inhrelid = to_regclass($1)", [name])).length > 0;

/** Runs something while a transaction that has read the whole log stays open. */
async function holdReader({ database }: Service, run: () => Promise<void>): Promise<void> {
  const reader = new Client({ connectionString: database.superuserUrl });
  await reader.connect();
  await reader.query("begin");
  await reader.query("select count(*) from events");
  const running = run();
  await setTimeout(READER_MS);
  await reader.query("commit");
  await reader.end();
  await running;
}

async function writeFor(person: Person, ms: number) {
  const writes = { count: 0, longestMs: 0, failures: [] as string[] };
  for (const until = performance.now() + ms; performance.now() < until; writes.count++) {
    const started = performance.now();
    const answer = await person.post("records.create", { type: "contact", values: { name: `Contact ${writes.count}` } });
    if (!answer.ok) writes.failures.push(await answer.text());
    writes.longestMs = Math.max(writes.longestMs, Math.round(performance.now() - started));
  }
  return writes;
}
