import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { inService, type Service } from "../../test/service.ts";
import { stopwatch, within } from "../../test/measured.ts";

const METRICS_TOKEN = "the token of a scraper that only this test has";
const env = { METRICS_TOKEN };

/** Signs up, and makes a reset link and many sessions that expired long ago. */
async function givenExpired(service: Service, sessions: number): Promise<void> {
  await service.given.admin();
  await service.database.query(
    `insert into sessions (company_id, id, user_id, token_hash, password_at, created_at, last_seen_at)
     select company_id, gen_random_uuid(), id, sha256(n::text::bytea), now(), now() - interval '31 days', now()
     from users, generate_series(1, $1) as n`,
    [sessions],
  );
  await service.database.query(
    `insert into password_resets (company_id, id, user_id, token_hash, created_at, expires_at)
     select company_id, gen_random_uuid(), id, sha256('reset'), now(), now() - interval '2 days' from users`,
  );
}

async function leftIn({ database }: Service): Promise<{ sessions: number; resets: number }> {
  const [row] = await database.query(
    `select (select count(*)::int from sessions where created_at < now() - interval '30 days') as sessions,
       (select count(*)::int from password_resets) as resets`,
  );
  return row as { sessions: number; resets: number };
}

async function metricOf({ url }: Service, name: string, task: string): Promise<number | undefined> {
  const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text();
  const line = text.split("\n").find((one) => one.startsWith(`kith_housekeeping_${name}{task="${task}"}`));
  return line === undefined ? undefined : Number(line.split(" ").at(-1));
}

test(
  "expired rows are removed in batches of at most 1,000, and counted by task",
  inService(
    async (service) => {
      await givenExpired(service, 2_500);
      await service.database.query(
        `create table batches (rows integer);
         create function note_batch() returns trigger language plpgsql security definer as
           'begin insert into batches select count(*) from gone; return null; end';
         create trigger note_batch after delete on sessions referencing old table as gone for each statement execute function note_batch()`,
      );
      const started = service.clock.now().getTime() / 1_000;
      await service.app.housekeep();
      assert.deepEqual(await leftIn(service), { sessions: 0, resets: 0 });
      const batches = (await service.database.query("select rows from batches where rows > 0")).map((row) => Number(row["rows"]));
      assert.deepEqual(batches, [1_000, 1_000, 500]);
      assert.equal(await metricOf(service, "rows_total", "sessions.expired"), 2_500);
      assert.equal(await metricOf(service, "failures_total", "sessions.expired"), 0);
      assert.ok(Number(await metricOf(service, "seconds_total", "sessions.expired")) > 0);
      assert.ok(Number(await metricOf(service, "last_success_timestamp_seconds", "sessions.expired")) >= Math.floor(started));
    },
    { env },
  ),
);

test(
  "a failed task shows in metrics and log, and does not stop the others",
  inService(
    async (service) => {
      await givenExpired(service, 1);
      await service.database.query(
        `create function refuse() returns trigger language plpgsql as 'begin raise exception ''planted''; end';
         create trigger refuse before delete on password_resets for each statement execute function refuse()`,
      );
      await service.app.housekeep();
      assert.deepEqual(await leftIn(service), { sessions: 0, resets: 1 });
      assert.equal(await metricOf(service, "failures_total", "passwords.expired_resets"), 1);
      assert.equal(await metricOf(service, "last_success_timestamp_seconds", "passwords.expired_resets"), 0);
      assert.ok(service.logged.some((line) => line.includes("passwords.expired_resets") && line.includes("planted")));
    },
    { env },
  ),
);

test(
  "a task that finds its table locked waits briefly, and does not stop the others",
  inService(
    async (service) => {
      await givenExpired(service, 1);
      const holder = new Client({ connectionString: service.database.superuserUrl });
      await holder.connect();
      await holder.query("begin; lock table password_resets in access exclusive mode");
      const took = stopwatch();
      await service.app.housekeep();
      assert.ok(took() < within(15_000));
      await holder.query("rollback");
      await holder.end();
      assert.deepEqual(await leftIn(service), { sessions: 0, resets: 1 });
      assert.equal(await metricOf(service, "failures_total", "passwords.expired_resets"), 1);
      await service.app.housekeep();
      assert.deepEqual(await leftIn(service), { sessions: 0, resets: 0 });
    },
    { env },
  ),
);

test(
  "a table without rows gives its room back, and one in use or with rows is left alone",
  inService(async ({ database }) => {
    await database.query("create table swollen (id integer primary key)");
    const fill = () => database.query("insert into swollen select generate_series(1, 20000)");
    const size = async () => Number((await database.query("select pg_total_relation_size('swollen') as bytes"))[0]?.["bytes"]);
    const giveBack = async () => (await database.query("select give_back_pages('swollen')")).length;
    const [empty] = [await size()];
    await fill();
    assert.equal(await giveBack(), 0, "it has rows");
    await database.query("delete from swollen");
    assert.equal(await giveBack(), 0, "an older transaction could still see them");
    await database.query("vacuum swollen");
    const swollen = await size();
    assert.ok(swollen > 200_000, `${swollen} bytes`);

    const reader = new Client({ connectionString: database.superuserUrl });
    await reader.connect();
    await reader.query("begin; select from swollen");
    assert.equal(await giveBack(), 0, "somebody uses it");
    assert.equal(await size(), swollen);
    await reader.end();
    assert.equal(await giveBack(), 1);
    assert.equal(await size(), empty);
    assert.equal(await giveBack(), 0, "there is nothing left to do");
  }),
);
