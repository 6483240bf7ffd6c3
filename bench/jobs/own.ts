import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { createApp } from "../../server/src/app.ts";
import { readConfig } from "../../server/src/config.ts";
import type { Member } from "../../server/src/kernel/actor.ts";
import { migrate } from "../../server/src/platform/postgres/migrate.ts";
import { createJobStore, openJobPool } from "../../server/src/platform/jobs/store.ts";
import { createLab, median, until } from "../../server/test/jobs/lab.ts";
import { startPostgres } from "../../scripts/postgres.ts";

// How soon a job starts, and how many a worker does in a second: with an empty queue, and behind 100,000 waiting jobs of one
// company and one of each of 1,000 others.
const SECRET = "the secret of a database that only a bench uses";
const STARTS = 30;
const MANY = 2_000;

const cluster = await startPostgres({ isDurable: true });
const lab = createLab();
const config = readConfig({ BASE_URL: "http://localhost", DATABASE_URL: cluster.url, KITH_SECRET: SECRET, LOG_LEVEL: "error" });
const app = await createApp(config, { extraFeatures: [lab.feature] });
try {
  await migrate(cluster.url, SECRET);
  const owner = new Client({ connectionString: cluster.superuserUrl.replace(/\/[^/]*$/, "/kith") });
  await owner.connect();
  const companies = Array.from({ length: 1_001 }, () => randomUUID()).sort();
  await owner.query(
    "insert into companies (id, name, time_zone, created_at) select id, 'Company', 'UTC', now() from unnest($1::uuid[]) as id",
    [companies],
  );
  const [own = "", busy = "", ...others] = companies;

  let asked = 0;
  const ask = async (company: string, count: number, ms = 0) => {
    const tags = Array.from({ length: count }, () => `job ${asked++}`);
    await app.execute(lab.ask, memberOf(company), { tags, ms }, { id: randomUUID(), surface: "system" });
    return tags;
  };
  const starts = async () => {
    const waited: number[] = [];
    for (let at = 0; at < STARTS; at++) {
      const askedAt = Date.now();
      const [tag = ""] = await ask(own, 1);
      waited.push((await until(() => lab.started(tag), 120_000)) - askedAt);
    }
    return `median ${median(waited)} ms, longest ${Math.max(...waited)} ms`;
  };
  const perSecond = async () => {
    const before = lab.tries.length;
    const from = Date.now();
    await until(() => lab.tries.length >= before + MANY, 300_000);
    return Math.round((MANY / (Date.now() - from)) * 1_000);
  };

  const began = performance.now();
  for (let at = 0; at < MANY / 100; at++) await ask(others[at] ?? own, 100);
  console.log(`enqueueing a job: ${((performance.now() - began) / MANY).toFixed(2)} ms each, 100 in a transaction`);
  const worker = await app.startWorker();
  console.log(`${MANY} empty jobs of ${MANY / 100} companies: ${await perSecond()} a second`);
  console.log(`start, empty queue: ${await starts()}`);
  await worker.stop();

  await fill(owner, busy, 100_000);
  for (const other of others) await fill(owner, other, 1);
  await owner.query("vacuum analyze");
  console.log(`taking one of them: ${await takes(busy)}`);
  const second = await app.startWorker();
  console.log(`start, 100,000 waiting jobs of one company and one of each of 1,000: ${await starts()}`);
  console.log(`meanwhile: ${await perSecond()} jobs a second`);
  await second.stop();
  await owner.end();
  await app.close();
} finally {
  await cluster.stop();
}

/** How long the one statement takes that finds the next company and starts its first job. */
async function takes(besides: string): Promise<string> {
  const pool = openJobPool(cluster.url, app.log);
  const store = createJobStore(pool, ["lab.sleep"]);
  const took: number[] = [];
  for (let at = 0; at < 200; at++) {
    const began = performance.now();
    await store.startNext(randomUUID(), at % 2 === 0 ? [besides] : [], randomUUID(), new Date());
    took.push(performance.now() - began);
  }
  await pool.end();
  return `median ${median(took).toFixed(2)} ms, longest ${Math.max(...took).toFixed(2)} ms`;
}

function memberOf(companyId: string): Member {
  return {
    kind: "member",
    companyId,
    userId: randomUUID(),
    role: "admin",
    name: "Ada",
    email: "ada@test.example",
    company: { name: "Company", timeZone: "UTC", schemaVersion: 1 },
    proof: { kind: "key", keyId: randomUUID(), keyName: "bench" },
  };
}

async function fill(owner: Client, company: string, count: number): Promise<void> {
  await owner.query(
    `insert into jobs (company_id, id, name, payload, state, run_at, created_at)
     select $1::uuid, gen_random_uuid(), 'lab.sleep', jsonb_build_object('company', $1::text, 'tag', 'x', 'ms', 2, 'fails', false), 'waiting', now(), now()
     from generate_series(1, $2)`,
    [company, count],
  );
}
