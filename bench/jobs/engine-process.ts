import { setTimeout } from "node:timers/promises";
import { Pool } from "pg";
import { createApp } from "../../server/src/app.ts";
import { readConfig } from "../../server/src/config.ts";
import { createLab } from "../../server/test/jobs/lab.ts";
import { TEST_SECRET } from "../../scripts/test-database.ts";
import { loadFrom, OF_A_COMPANY, SLOTS, type Load, type Payload, type RunNotice } from "./engines.ts";

// A worker of one of the queues, in a process of its own, to be killed. Each is told not to wait until its changes are on the disk, as ours is.
const [engine = "", url = "", folder = ""] = process.argv.slice(2);
const COMMITTING = "-c synchronous_commit=off";
const HEARTBEAT_SECONDS = 4;

const report = (notice: RunNotice) => void process.send?.(notice);

/** The same job for those that are not ours. Ours asks through the pipeline of calls, which costs more. */
function createRun(pool: Pool) {
  return async ({ tag, ms }: Payload) => {
    const startedAt = Date.now();
    report({ tag, startedAt });
    await setTimeout(ms);
    await pool.query("select 1");
    report({ tag, startedAt, endedAt: Date.now() });
  };
}

async function startOurs(): Promise<void> {
  const lab = createLab({ sleep: {} }, ({ tag, startedAt, stoppedAt }) =>
    report({ tag, startedAt, ...(stoppedAt === undefined ? {} : { endedAt: stoppedAt }) }),
  );
  const settings = {
    BASE_URL: "http://localhost",
    DATABASE_URL: url,
    KITH_SECRET: TEST_SECRET,
    LOG_LEVEL: "error",
    JOB_SLOTS: String(SLOTS),
  };
  const app = await createApp(readConfig(settings), { extraFeatures: [lab.feature] });
  await app.startWorker({ isAlone: true });
}

interface Boss {
  on(name: "error", listen: (error: Error) => void): void;
  start(): Promise<unknown>;
  work(name: string, options: object, run: (jobs: { data: Payload }[]) => Promise<void>): Promise<unknown>;
}

async function startBoss(load: Load): Promise<void> {
  const { PgBoss } = load("pg-boss") as { PgBoss: new (options: object) => Boss };
  const often = { superviseIntervalSeconds: 1, monitorIntervalSeconds: 1, queueCacheIntervalSeconds: 1 };
  const boss = new PgBoss({ connectionString: url, options: COMMITTING, max: SLOTS, migrate: false, schedule: false, ...often });
  boss.on("error", (error) => console.error(error.message));
  await boss.start();
  const run = createRun(new Pool({ connectionString: url, max: SLOTS }));
  const options = {
    localConcurrency: SLOTS,
    localGroupConcurrency: OF_A_COMPANY,
    pollingIntervalSeconds: 0.5,
    burstWhenReadyExceeds: 1,
    heartbeatRefreshSeconds: HEARTBEAT_SECONDS,
  };
  await boss.work("jobs", options, async (jobs) => {
    for (const { data } of jobs) await run(data);
  });
}

interface Graphile {
  Logger: new (make: () => () => void) => unknown;
  run(options: object): Promise<unknown>;
}

async function startGraphile(load: Load): Promise<void> {
  const { run: start, Logger } = load("graphile-worker") as Graphile;
  const run = createRun(new Pool({ connectionString: url, max: SLOTS }));
  const pgPool = new Pool({ connectionString: url, max: SLOTS + 2, options: COMMITTING });
  // Without these it warns on every start.
  pgPool.on("error", (error) => console.error(error.message));
  pgPool.on("connect", (client) => client.on("error", () => undefined));
  await start({
    pgPool,
    concurrency: SLOTS,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
    taskList: { lab: run },
  });
}

process.once("disconnect", () => process.exit());
if (engine === "ours") await startOurs();
else await (engine === "pg-boss" ? startBoss : startGraphile)(loadFrom(folder));
process.send?.("ready");
