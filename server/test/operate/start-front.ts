import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../../../scripts/postgres.ts";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import type { Service } from "../service.ts";
import { ROOT } from "./image.ts";

const HAPROXY = "/usr/sbin/haproxy";
const MAIN = join(ROOT, "server/dist/bundle/main.js");
const START_MS = 60_000;

/** A real HAProxy with deploy/haproxy.cfg as it is, before three http nodes in processes of their own, on the service's database. Needs `npm run build`. */
export async function startFront(t: TestContext, service: Service) {
  if (!existsSync(HAPROXY)) assert.fail("HAProxy is needed for this test. On Debian: apt-get install haproxy");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env["PATH"],
    BASE_URL: url,
    DATABASE_URL: service.database.url,
    KITH_SECRET: TEST_SECRET,
    HOST: "127.0.0.1",
    TRUSTED_PROXIES: "127.0.0.1",
    LOG_LEVEL: "error",
    API_RATE_10S: "100000",
    API_RATE_MINUTE: "1000000",
    COMPANY_CPU_PERCENT: "100",
  };
  const nodes = await Promise.all([1, 2, 3].map(async () => createNode(env, await freePort())));
  await Promise.all(nodes.map((node) => node.start()));
  const places = Object.fromEntries(nodes.map((node, at) => [`KITH_HTTP_${at + 1}`, `127.0.0.1:${node.port}`]));
  const proxy = spawn(HAPROXY, ["-db", "-f", join(ROOT, "deploy/haproxy.cfg")], {
    env: { ...places, KITH_BIND: `127.0.0.1:${port}` },
    stdio: "ignore",
  });
  t.after(async () => {
    for (const one of [proxy, ...nodes.map((node) => node.process())])
      if (one && one.exitCode === null && one.signalCode === null && one.kill("SIGKILL")) await once(one, "exit");
  });
  await untilReady(url);
  await setTimeout(1_500); // All three were asked.
  return { url, nodes };
}

function createNode(env: Record<string, string | undefined>, port: number) {
  let node: ChildProcess | undefined;
  const url = `http://127.0.0.1:${port}`;
  const start = async () => {
    node = spawn(process.execPath, [MAIN, "http"], { stdio: ["ignore", "ignore", "inherit"], env: { ...env, PORT: String(port) } });
    await untilReady(url);
  };
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    const ended = node && once(node, "exit");
    node?.kill(signal);
    await ended;
    await start();
    // HAProxy looks once a second, and lets it in slowly.
    await setTimeout(2_000);
  };
  return {
    port,
    start,
    process: () => node,
    restart: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    /** How often it performed an operation. */
    async calls(operation: string): Promise<number> {
      const text = await (await fetch(`${url}/metrics`)).text();
      const lines = text.matchAll(/^kith_calls_total\{([^}]*)\} (\d+)/gm);
      return [...lines].reduce(
        (sum, [, labels = "", count]) => (labels.includes(`operation="${operation}"`) ? sum + Number(count) : sum),
        0,
      );
    },
  };
}

async function untilReady(url: string): Promise<void> {
  for (const until = Date.now() + START_MS; ;) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > until) assert.fail(`${url} does not become ready`);
    await setTimeout(50);
  }
}
