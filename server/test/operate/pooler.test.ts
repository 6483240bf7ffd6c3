import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../../../scripts/postgres.ts";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import { checkPooling } from "../../src/platform/postgres/check-pooling.ts";
import { urlAs } from "../../src/platform/postgres/roles.ts";
import { cloneDatabase, inService, startService, type Person } from "../service.ts";

const MAIN = join(import.meta.dirname, "../../src/main.ts");

for (const [mode, settings] of [
  ["transaction", ""],
  ["transaction", "server_round_robin = 1\nmin_pool_size = 2\n"],
  ["transaction", "default_pool_size = 1\n"],
  ["statement", ""],
] as const) {
  test(`a node refuses to start behind a pooler by ${mode} ${settings.replaceAll("\n", " ")}and says why`, async (t) => {
    const database = await cloneDatabase();
    t.after(() => database.drop());
    const url = await startPooler(t, database.url, mode, settings);
    for (let tries = 0; tries < 5; tries++) await assert.rejects(checkPooling(url, TEST_SECRET), /pools by transaction or by statement/);
    const env = { PATH: process.env["PATH"], BASE_URL: "http://localhost", KITH_SECRET: TEST_SECRET, DATABASE_URL: url, PORT: "0" };
    for (const role of settings === "" ? ["http", "both"] : []) {
      const node = spawn(process.execPath, ["--conditions=source", MAIN, role], { env });
      const said: string[] = [];
      node.stderr.on("data", (text: Buffer) => said.push(String(text)));
      const [code] = (await once(node, "exit")) as [number];
      assert.equal(code, 1, role);
      assert.match(said.join(""), /Set pool_mode = session/);
    }
  });
}

test(
  "behind a pooler by session a node runs, and reads are complete",
  inService(async (service, t) => {
    const url = await startPooler(t, service.database.url, "session", "default_pool_size = 30\n");
    assert.equal(await checkPooling(url, TEST_SECRET), true);
    const pooled = await startService({ database: { ...service.database, url } });
    try {
      const people = await Promise.all([1, 2, 3].map(() => pooled.given.admin()));
      for (const person of people)
        for (const name of ["One", "Two", "Three"]) await person.call("records.create", { type: "deal", values: { name } });
      const lists = Array.from({ length: 60 }, (_, at) => (people[at % people.length] as Person).call("records.list", { type: "deal" }));
      for (const list of await Promise.all(lists)) assert.equal(list.items.length, 3);
    } finally {
      await pooled.app.close();
    }
  }),
);

test("a database that cannot be reached is no reason to refuse: the node is not ready until it has been looked at", async (t) => {
  assert.equal(await checkPooling("postgres://kith@127.0.0.1:9/kith", TEST_SECRET), false);
  const database = await cloneDatabase();
  t.after(() => database.drop());
  const url = await startPooler(t, database.url, "transaction", "");
  const service = await startService({ database: { ...database, url } });
  try {
    assert.equal((await fetch(`${service.url}/readyz`)).status, 503, "found by readiness, too");
    assert.ok(service.logged.some((line) => line.includes("Set pool_mode = session")));
  } finally {
    await service.app.close();
  }
});

/** A real PgBouncer in front of the test's PostgreSQL. It asks for no password itself and knows those of the two roles. */
async function startPooler(t: TestContext, databaseUrl: string, mode: string, settings: string): Promise<string> {
  if (!existsSync("/usr/sbin/pgbouncer")) assert.fail("PgBouncer is needed for this test. On Debian: apt-get install pgbouncer");
  const folder = mkdtempSync(join(tmpdir(), "kith-pooler-"));
  chmodSync(folder, 0o777);
  const port = await freePort();
  const target = new URL(databaseUrl);
  const name = target.pathname.slice(1);
  const users = (["app", "identity"] as const).map((purpose) => {
    const url = new URL(urlAs(databaseUrl, TEST_SECRET, purpose));
    return `"${url.username}" "${url.password}"`;
  });
  writeFileSync(join(folder, "users.txt"), [...users, `"kith" "${target.password}"`].join("\n"));
  writeFileSync(
    join(folder, "pgbouncer.ini"),
    `[databases]\n${name} = host=127.0.0.1 port=${target.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\n` +
      `auth_type = plain\nauth_file = ${folder}/users.txt\npool_mode = ${mode}\nmax_client_conn = 200\n${settings}`,
  );
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: Number(execFileSync("id", ["-u", "postgres"], { encoding: "utf8" })) } : {};
  const pooler = spawn("/usr/sbin/pgbouncer", ["-q", join(folder, "pgbouncer.ini")], { ...account, stdio: "ignore" });
  t.after(async () => {
    pooler.kill("SIGKILL");
    await once(pooler, "exit");
    rmSync(folder, { recursive: true });
  });
  for (let tries = 0; !(await answers(port)); tries++) {
    assert.ok(tries < 100 && pooler.exitCode === null, "PgBouncer does not start");
    await setTimeout(100);
  }
  target.port = String(port);
  return target.toString();
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });
}
