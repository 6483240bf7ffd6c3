import { fork, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { startPostgres } from "../../scripts/postgres.ts";
import { TEST_SECRET } from "../../scripts/test-database.ts";
import { migrate } from "../../server/src/platform/postgres/migrate.ts";
import { median } from "../../server/test/jobs/lab.ts";
import { CLEAR, FILL, installEngines, loadFrom, type RunNotice } from "./engines.ts";

// The same job on our queue, pg-boss and graphile-worker, each with a database of its own in one PostgreSQL, in turn: how many a worker does
// in a second, when the ten jobs of a company end that came after 10,000 of another one, and when a killed worker's job begins again.
const ENGINES = ["ours", "pg-boss", "graphile-worker"] as const;
type Engine = (typeof ENGINES)[number];
const rounds = Number(process.argv[process.argv.indexOf("--beside") + 1] ?? 3) || 3;
const [MANY, COMPANIES] = [2_000, 20];
const [BUSY, FEW, JOB_MS] = [10_000, 10, 5];
const LONG_JOB_MS = 3_000;
/** What takes longer is given up: the answer is clear then. */
const CUT_MS = 60_000;

using installed = installEngines();
const cluster = await startPostgres({ isDurable: true });
const databaseOf = (engine: Engine) => (engine === "ours" ? "kith" : engine.replace("-", "_"));
const asSuperuser = (engine: Engine) => cluster.superuserUrl.replace(/\/[^/]*$/, `/${databaseOf(engine)}`);
const companies = Array.from({ length: COMPANIES }, () => randomUUID());

async function run(engine: Engine, sql: string, values: unknown[] = []): Promise<void> {
  const client = new Client({ connectionString: asSuperuser(engine) });
  await client.connect();
  try {
    await client.query(sql, values);
  } finally {
    await client.end();
  }
}

async function prepare(): Promise<void> {
  await migrate(cluster.url, TEST_SECRET);
  await run(
    "ours",
    "insert into companies (id, name, time_zone, created_at) select id, 'Company', 'UTC', now() from unnest($1::uuid[]) as id",
    [companies],
  );
  for (const engine of ["pg-boss", "graphile-worker"] as const) await run("ours", `create database ${databaseOf(engine)} owner kith`);
  const load = loadFrom(installed.folder);
  const { PgBoss } = load("pg-boss") as {
    PgBoss: new (options: object) => {
      start(): Promise<unknown>;
      createQueue(name: string, options: object): Promise<void>;
      stop(): Promise<void>;
    };
  };
  const boss = new PgBoss({ connectionString: cluster.urlOf(databaseOf("pg-boss")), supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue("jobs", { retryLimit: 9, retryDelay: 0, expireInSeconds: 60, heartbeatSeconds: 10, deleteAfterSeconds: 30 });
  await boss.stop();
  const { runMigrations } = load("graphile-worker") as { runMigrations(options: object): Promise<void> };
  await runMigrations({ connectionString: cluster.urlOf(databaseOf("graphile-worker")) });
}

async function startWorker(engine: Engine) {
  const notices: RunNotice[] = [];
  const url = cluster.urlOf(databaseOf(engine));
  const child = fork(join(import.meta.dirname, "engine-process.ts"), [engine, url, installed.folder], {
    execArgv: ["--conditions=source"],
  });
  child.on("message", (message: RunNotice | "ready") => void (message === "ready" || notices.push(message)));
  await once(child, "message");
  return { child, notices, ended: (tag: string) => notices.filter((one) => one.tag.startsWith(tag) && one.endedAt !== undefined) };
}

async function kill(child: ChildProcess): Promise<void> {
  const over = once(child, "exit");
  child.kill("SIGKILL");
  await over;
}

async function waitUntil(isDone: () => boolean): Promise<boolean> {
  for (const end = Date.now() + CUT_MS; !isDone() && Date.now() < end;) await setTimeout(10);
  return isDone();
}

/** Jobs in a second, of a worker that runs already. */
async function throughput(engine: Engine): Promise<number> {
  const worker = await startWorker(engine);
  const from = Date.now();
  for (const company of companies) await run(engine, FILL[engine] ?? "", [company, MANY / COMPANIES, 0, "many "]);
  await waitUntil(() => worker.ended("many ").length >= MANY);
  const ends = worker.ended("many ").map(({ endedAt = 0 }) => endedAt);
  await kill(worker.child);
  await run(engine, CLEAR[engine] ?? "");
  return (ends.length / (Math.max(...ends) - from)) * 1_000;
}

/** When the last of the few has ended. */
async function fairness(engine: Engine): Promise<string> {
  const worker = await startWorker(engine);
  await run(engine, FILL[engine] ?? "", [companies[0], BUSY, JOB_MS, "busy "]);
  await waitUntil(() => worker.ended("busy ").length > 0);
  const from = Date.now();
  await run(engine, FILL[engine] ?? "", [companies[1], FEW, JOB_MS, "few "]);
  const isDone = await waitUntil(() => worker.ended("few ").length >= FEW);
  const ms = Math.max(...worker.ended("few ").map(({ endedAt = 0 }) => endedAt)) - from;
  await kill(worker.child);
  await run(engine, CLEAR[engine] ?? "");
  return isDone ? `${(ms / 1_000).toFixed(2)} s` : `over ${CUT_MS / 1_000} s (cut)`;
}

/** How long after its worker was killed another one begins the job again. */
async function takeover(engine: Engine): Promise<string> {
  const first = await startWorker(engine);
  await run(engine, FILL[engine] ?? "", [companies[0], 1, LONG_JOB_MS, "long "]);
  await waitUntil(() => first.notices.length > 0);
  const other = await startWorker(engine);
  const from = Date.now();
  await kill(first.child);
  const isDone = await waitUntil(() => other.notices.length > 0);
  const [again] = other.notices;
  await kill(other.child);
  await run(engine, CLEAR[engine] ?? "");
  return isDone && again ? `${((again.startedAt - from) / 1_000).toFixed(1)} s` : `over ${CUT_MS / 1_000} s (cut)`;
}

try {
  await prepare();
  const rates = new Map<Engine, number[]>(ENGINES.map((engine) => [engine, []]));
  for (let round = 0; round < rounds; round++) for (const engine of ENGINES) rates.get(engine)?.push(await throughput(engine));
  const ratios: Record<string, number> = {};
  for (const engine of ENGINES) {
    const own = rates.get(engine) ?? [];
    console.log(
      `${engine.padEnd(16)} ${Math.round(median(own))} empty jobs of ${COMPANIES} companies a second (${own.map(Math.round).join(", ")})`,
    );
    if (engine === "ours") continue;
    const perRound = own.map((rate, round) => (rates.get("ours")?.[round] ?? Number.NaN) / rate);
    ratios[`ours/${engine}`] = Number(median(perRound).toFixed(2));
  }
  for (const engine of ENGINES)
    console.log(`${engine.padEnd(16)} ${FEW} jobs behind ${BUSY} of another company ended after ${await fairness(engine)}`);
  for (const engine of ENGINES) console.log(`${engine.padEnd(16)} the job of a killed worker began again after ${await takeover(engine)}`);
  console.log(JSON.stringify({ bench: "jobs beside others", ratios, goals: {} }));
} finally {
  await cluster.stop();
}
