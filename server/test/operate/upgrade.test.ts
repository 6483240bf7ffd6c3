import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import { cloneDatabase } from "../service.ts";
import { until } from "../waiting.ts";
import { ROOT } from "./image.ts";
import { signUpAt, startNode } from "./start-nodes.ts";

const CALLERS = 3;
const BESIDE_MS = 4_000;
const PREVIOUS = previousRelease();

test(
  "the previous release and this one run side by side through the migrations, and no call fails",
  { skip: PREVIOUS ? false : "The history has no release: this is a copy without it." },
  async (t) => {
    const old = checkOut(t, PREVIOUS ?? "");
    const database = await cloneDatabase("template0");
    t.after(() => database.drop());
    migrateWith(old, database.url);
    const before = [await start(t, old, "http", database.url), await start(t, old, "worker", database.url)];
    const [oldNode] = before;
    const ada = await signUpAt(oldNode?.url ?? "");
    const { key } = (await (await ada.post("keys.create", { name: "load" })).json()) as { key: string };
    const load = startLoad(key, [oldNode?.url ?? ""]);
    t.after(() => load.stop());
    await until(() => load.good() > 20, "the old release answers");

    const applied = migrateWith(join(ROOT, "server"), database.url);
    assert.match(applied, /^applied \d{4}_/m);
    t.diagnostic(`${PREVIOUS?.slice(0, 8)}: ${applied.split("\n")[0]}`);
    await setTimeout(BESIDE_MS);
    const after = [
      await start(t, join(ROOT, "server"), "http", database.url),
      await start(t, join(ROOT, "server"), "worker", database.url),
    ];
    load.callAlso(after[0]?.url ?? "");
    await setTimeout(BESIDE_MS);
    // What the old node asks for is done by the worker of this release, and read by the old node.
    await before[1]?.stop();
    const asked = await ada.post("exports.create", { type: "deal" });
    assert.equal(asked.status, 200, await asked.clone().text());
    const { id } = (await asked.json()) as { id: string };
    const stateOf = async () => ((await (await ada.post("exports.get", { id })).json()) as { state: string }).state;
    await until(async () => (await stateOf()) === "done", "the worker of this release does the job of the previous one");
    load.callOnly(after[0]?.url ?? "");
    await oldNode?.stop();
    await setTimeout(BESIDE_MS / 2);
    const failed = await load.stop();
    t.diagnostic(`${load.good()} calls`);
    assert.deepEqual(failed, []);
    assert.ok(load.good() > 200, `${load.good()} calls`);
  },
);

/** The last commit of the history that is a release. */
function previousRelease(): string | undefined {
  try {
    return (
      execFileSync("git", ["log", "-1", "--format=%H", "--grep=^chore(release): version"], { cwd: ROOT, encoding: "utf8" }).trim() ||
      undefined
    );
  } catch {
    return undefined;
  }
}

/** Its server, run from its source, with packages of its own folder. */
function checkOut(t: TestContext, commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), "kith-previous-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync("tar", ["-x", "-C", folder], { input: execFileSync("git", ["archive", commit], { cwd: ROOT, maxBuffer: 2 ** 30 }) });
  for (const modules of ["node_modules", "server/node_modules"])
    if (existsSync(join(ROOT, modules))) execFileSync("cp", ["-a", "--link", join(ROOT, modules), join(folder, modules)]);
  // Its pages are not looked at, but it needs some to start.
  cpSync(join(ROOT, "web/dist"), join(folder, "web/dist"), { recursive: true });
  assert.ok(readdirSync(join(folder, "server/migrations")).length > 10);
  return join(folder, "server");
}

const mainOf = (server: string) =>
  server === join(ROOT, "server") ? [join(server, "dist/bundle/main.js")] : ["--conditions=source", join(server, "src/main.ts")];

function migrateWith(server: string, url: string): string {
  const env = { PATH: process.env["PATH"], BASE_URL: "http://localhost", DATABASE_URL: url, KITH_SECRET: TEST_SECRET };
  return execFileSync(process.execPath, [...mainOf(server), "migrate"], { env, encoding: "utf8" });
}

const start = (t: TestContext, server: string, role: "http" | "worker", url: string) => startNode(t, role, url, {}, mainOf(server));

/** Reads and writes through every node that it is given, and keeps what failed. */
function startLoad(key: string, urls: string[]) {
  const failed: string[] = [];
  let [good, nodes] = [0, urls];
  const over = new AbortController();
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const call = async (path: string, init: RequestInit = {}) => {
    const [url = ""] = nodes.toSorted(() => Math.random() - 0.5);
    try {
      const answer = await fetch(`${url}/api/v1${path}`, { ...init, headers });
      const text = await answer.text();
      if (answer.ok) good++;
      else failed.push(`${init.method ?? "GET"} ${path}: ${answer.status} ${text}`);
      return text;
    } catch (error) {
      failed.push(`${path}: ${String(error)}`);
      return "{}";
    }
  };
  const working = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let at = 0; !over.signal.aborted; at++) {
      const made = JSON.parse(
        await call("/records/deal", { method: "POST", body: JSON.stringify({ values: { name: `Deal ${caller}-${at}` } }) }),
      ) as {
        record?: { id: string };
      };
      if (made.record) await call(`/records/deal/${made.record.id}`, { method: "PATCH", body: JSON.stringify({ values: { amount: at } }) });
      await call("/records/deal?limit=5&sort=-created_at");
      await call("/me");
      await setTimeout(20);
    }
  });
  return {
    good: () => good,
    callAlso: (url: string) => void (nodes = [...nodes, url]),
    callOnly: (url: string) => void (nodes = [url]),
    async stop() {
      over.abort();
      await Promise.all(working);
      return failed;
    },
  };
}
