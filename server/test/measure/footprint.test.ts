import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { makeKey } from "../../src/features/keys/index.ts";
import { freePort } from "../../../scripts/postgres.ts";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import { cloneDatabase } from "../service.ts";

const ROOT = join(import.meta.dirname, "../../..");
const MAX_STARTS = 10;
const FIRST_ANSWER_MS = 1_000;
const IDLE_MB = 150;
const FIRST_SCRIPT_KB = 250;

// On the production build: run `npm run build` first.
test("an http node answers its first request within a second and idles under 150 MB", async (t) => {
  const database = await cloneDatabase();
  t.after(() => database.drop());
  let [answeredMs, residentMb] = [Infinity, Infinity];
  // The best of a few, because the machine may be busy.
  for (let starts = 0; starts < MAX_STARTS && (answeredMs >= FIRST_ANSWER_MS || residentMb >= IDLE_MB); starts++) {
    const start = await startOnce(database.url);
    answeredMs = Math.min(answeredMs, start.answeredMs);
    residentMb = Math.min(residentMb, start.residentMb);
  }

  t.diagnostic(`first answer after ${Math.round(answeredMs)} ms, ${Math.round(residentMb)} MB idle`);
  assert.ok(answeredMs < FIRST_ANSWER_MS, `${Math.round(answeredMs)} ms`);
  assert.ok(residentMb < IDLE_MB, `${Math.round(residentMb)} MB`);
});

async function startOnce(databaseUrl: string) {
  const port = await freePort();
  const started = performance.now();
  const node = spawn(process.execPath, [join(ROOT, "server/dist/bundle/main.js"), "http"], {
    env: {
      BASE_URL: `http://localhost:${port}`,
      DATABASE_URL: databaseUrl,
      KITH_SECRET: TEST_SECRET,
      HOST: "127.0.0.1",
      PORT: String(port),
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(node, "exit");
  try {
    // A well-formed unknown key is looked up in the database: this tests a complete answer, not only an open port.
    const status = await firstAnswer(`http://127.0.0.1:${port}/api/v1/me`, started + 30_000);
    const answeredMs = performance.now() - started;
    assert.equal(status, 401);
    await wait(2_000);
    const residentMb = Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${node.pid}/status`, "utf8"))?.[1]) / 1024;
    return { answeredMs, residentMb };
  } finally {
    node.kill("SIGKILL");
    await ended;
  }
}

test("the first JavaScript of the web application is at most 250 kB, compressed", (t) => {
  const shell = readFileSync(join(ROOT, "web/dist/index.html"), "utf8");
  const scripts = [...shell.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? "");
  const sizes = [...new Set(scripts)].map((path) => gzipSync(readFileSync(join(ROOT, "web/dist", path)), { level: 9 }).length / 1024);
  const total = sizes.reduce((sum, size) => sum + size, 0);

  t.diagnostic(`${scripts.length} files, ${Math.round(total)} kB gzip`);
  assert.ok(sizes.length > 0);
  assert.ok(total <= FIRST_SCRIPT_KB, `${Math.round(total)} kB`);
});

async function firstAnswer(url: string, until: number): Promise<number> {
  for (;;) {
    const response = await fetch(url, { headers: { "x-api-key": makeKey("00") } }).catch(() => undefined);
    if (response) return response.status;
    if (performance.now() > until) throw new Error("the node did not answer");
    await wait(10);
  }
}
