import { spawn, type ChildProcess } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import autocannon from "autocannon";
import { Client } from "pg";
import { makeKey } from "../server/src/features/keys/index.ts";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { urlAs } from "../server/src/platform/postgres/roles.ts";
import { freePort, startPostgres } from "../scripts/postgres.ts";
import { compare } from "./compare.ts";

// The cost of a call compared with the bare engine: (a) Fastify with one named key look-up, (b) GET /api/v1/me, (c) tools/list
// in both generations of the protocol, on one database, in turn.
const SECRET = "a secret that only this benchmark uses, once";
const COMPANIES = 1_000;
const CONNECTIONS = 64;
const ROUNDS = Number(process.env["ROUNDS"] ?? 7);
const SECONDS = Number(process.env["SECONDS"] ?? 3);
const ROOT = join(import.meta.dirname, "..");
/** A node may refuse a call now and then. With more of them, it is not the cost of a call that is compared. */
const MAX_REFUSED = 0.01;

const counts = new Map<string, { calls: number; refused: number }>();
const cluster = await startPostgres();
const children: ChildProcess[] = [];
try {
  await migrate(cluster.url, SECRET);
  const keys = await fill();
  const many = { API_RATE_10S: "100000000", API_RATE_MINUTE: "100000000", API_CONCURRENCY: "100000" };
  const bare = await start("bench/bare-server.ts", [], { IDENTITY_URL: urlAs(cluster.url, SECRET, "identity") });
  const kith = await start("server/src/main.ts", ["http"], {
    BASE_URL: "http://localhost",
    DATABASE_URL: cluster.url,
    KITH_SECRET: SECRET,
    HOST: "127.0.0.1",
    LOG_LEVEL: "warn",
    ...many,
  });

  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  await compare({
    bench: "auth",
    base: "bare",
    rounds: ROUNDS,
    subjects: [
      { name: "bare", measure: () => load(keys, { url: `${bare}/me`, method: "GET" }) },
      { name: "me", measure: () => load(keys, { url: `${kith}/api/v1/me`, method: "GET" }) },
      {
        name: "tools_list_legacy",
        measure: () => load(keys, { url: `${kith}/api/v1/mcp`, method: "POST", headers, body: JSON.stringify(list) }),
      },
      {
        name: "tools_list_modern",
        measure: () =>
          load(keys, {
            url: `${kith}/api/v1/mcp`,
            method: "POST",
            headers: { ...headers, "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" },
            body: JSON.stringify({ ...list, params: { _meta: meta } }),
          }),
      },
    ],
    goals: { "me/bare": 0.6, "tools_list_legacy/bare": 1, "tools_list_modern/bare": 1 },
    notes: () => [...counts].map(([url, { calls, refused }]) => `${url}: ${refused} of ${calls} calls refused`),
  });
  checkRefused();
} finally {
  for (const child of children) child.kill("SIGKILL");
  await cluster.stop();
}

/** A thousand companies with ten keys each, written directly; a hundred of the keys are used. */
async function fill(): Promise<string[]> {
  const client = new Client({ connectionString: cluster.superuserUrl.replace(/\/postgres$/, "/kith") });
  await client.connect();
  const used: string[] = [];
  for (let at = 0; at < COMPANIES; at++) {
    const [company, user] = [randomUUID(), randomUUID()];
    await client.query("insert into companies (id, name, created_at) values ($1, $2, now())", [company, `Company ${at}`]);
    await client.query(
      "insert into users (company_id, id, email, name, role, password_hash, created_at) values ($1, $2, $3, $4, 'member', '', now())",
      [company, user, `user${at}@bench.example`, `User ${at}`],
    );
    const keys = Array.from({ length: 10 }, () => makeKey("00"));
    await client.query(
      `insert into api_keys (company_id, id, user_id, name, key_hash, last_four, created_at, last_used_at, client)
       select $1, gen_random_uuid(), $2, 'bench', hash, 'xxxx', now(), now() + interval '1 day', 'bench' from unnest($3::bytea[]) as hash`,
      [company, user, keys.map((key) => createHash("sha256").update(key).digest())],
    );
    if (at % 10 === 0 && keys[0]) used.push(keys[0]);
  }
  await client.query("analyze");
  await client.end();
  return used;
}

async function start(file: string, words: string[], env: Record<string, string>): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, ["--conditions=source", join(ROOT, file), ...words], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ["ignore", process.env["DEBUG"] ? "inherit" : "ignore", "inherit"],
  });
  children.push(child);
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries++) {
    if (child.exitCode !== null) throw new Error(`${file} ended before it listened`);
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return url;
    await Promise.race([once(child, "exit"), new Promise((resolve) => setTimeout(resolve, 100))]);
  }
  throw new Error(`${file} did not start`);
}

interface LoadTarget {
  url: string;
  method: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
}

async function load(keys: string[], { url, method, headers = {}, body }: LoadTarget): Promise<number> {
  const requests = keys.map((key) => ({ method, headers: { ...headers, "x-api-key": key }, ...(body ? { body } : {}) }));
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, requests });
  if (process.env["DEBUG"]) console.log(result.statusCodeStats, result.latency.p99);
  if (result.errors > 0) throw new Error(`${url}: ${result.errors} failed`);
  const calls = result["2xx"] + result.non2xx;
  const { calls: callsBefore, refused } = counts.get(url) ?? { calls: 0, refused: 0 };
  counts.set(url, { calls: callsBefore + calls, refused: refused + result.non2xx });
  // Refusing costs less than answering: only what was answered is counted.
  return (result.requests.average * result["2xx"]) / Math.max(1, calls);
}

function checkRefused(): void {
  for (const [url, { calls, refused }] of counts)
    if (refused > MAX_REFUSED * calls)
      throw new Error(
        `${url}: ${refused} of ${calls} calls were refused, more than ${100 * MAX_REFUSED} %. This says nothing about the cost of a call.`,
      );
}
