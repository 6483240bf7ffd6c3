import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { freePort, startPostgres } from "../scripts/postgres.ts";
import { cpuOf, cpuOfPostgres } from "./deliver/cpu.ts";

// What an installation costs while nobody uses it: the processor time of a worker, an http node and PostgreSQL together, as a share of one
// core. Needs npm run build. `--seconds 60`
const SECRET = "the secret of a database that only a bench uses";
const GOAL_PERCENT = 3;
const WARM_UP_MS = 15_000;
const MAIN = join(import.meta.dirname, "../server/dist/bundle/main.js");
const given = process.argv.indexOf("--seconds");
const seconds = given < 0 ? 60 : Number(process.argv[given + 1]);

const cluster = await startPostgres({ isDurable: true });
const running: ChildProcess[] = [];
try {
  await migrate(cluster.url, SECRET);
  const http = await start("http", "PORT");
  const worker = await start("worker", "WORKER_PORT");
  // What a start leaves to do, and the first look of everything that looks seldom.
  await setTimeout(WARM_UP_MS);
  const look = () => ({ http: cpuOf(http), worker: cpuOf(worker), postgres: cpuOfPostgres(cluster.pid) });
  const before = look();
  await setTimeout(seconds * 1_000);
  const after = look();
  const percent = (name: keyof typeof before) => ((after[name] - before[name]) / seconds) * 100;
  for (const name of ["http", "worker", "postgres"] as const) console.log(`${name.padEnd(9)} ${percent(name).toFixed(2)} % of a core`);
  const sum = percent("http") + percent("worker") + percent("postgres");
  console.log(
    JSON.stringify({ bench: "idle", ratios: { "idle/core": Number((sum / 100).toFixed(4)) }, goals: { "idle/core": GOAL_PERCENT / 100 } }),
  );
} finally {
  for (const one of running) {
    const ended = once(one, "exit");
    one.kill("SIGTERM");
    await ended;
  }
  await cluster.stop();
}

async function start(role: "http" | "worker", portName: string): Promise<number> {
  const port = await freePort();
  const settings = { BASE_URL: "http://localhost", DATABASE_URL: cluster.url, KITH_SECRET: SECRET, LOG_LEVEL: "error" };
  const node = spawn(process.execPath, [MAIN, role], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...settings, [portName]: String(port) },
  });
  running.push(node);
  const isReady = async () => (await fetch(`http://localhost:${port}/readyz`).catch(() => undefined))?.ok === true;
  for (let tries = 0; !(await isReady()); tries++) {
    if (tries > 600 || node.exitCode !== null) throw new Error(`The ${role} node did not start.`);
    await setTimeout(100);
  }
  return node.pid ?? 0;
}
