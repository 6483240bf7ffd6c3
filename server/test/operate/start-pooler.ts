import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../../../scripts/postgres.ts";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import { urlAs } from "../../src/platform/postgres/roles.ts";

/** Another version than Debian's can be tried: `PGBOUNCER=/path npm test -- server/test/operate/pooler.test.ts`. */
const PGBOUNCER = process.env["PGBOUNCER"] ?? "/usr/sbin/pgbouncer";

/** A real PgBouncer in front of the test's PostgreSQL. It asks for no password itself and knows those of the two roles. */
export async function startPooler(t: TestContext, databaseUrl: string, mode: string, settings: string): Promise<string> {
  if (!existsSync(PGBOUNCER)) assert.fail("PgBouncer is needed for this test. On Debian: apt-get install pgbouncer");
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
      `auth_type = plain\nauth_file = ${folder}/users.txt\npool_mode = ${mode}\nmax_client_conn = 1000\n${settings}`,
  );
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: Number(execFileSync("id", ["-u", "postgres"], { encoding: "utf8" })) } : {};
  const pooler = spawn(PGBOUNCER, ["-q", join(folder, "pgbouncer.ini")], { ...account, stdio: "ignore" });
  t.after(async () => {
    if (pooler.exitCode === null && pooler.kill("SIGKILL")) await once(pooler, "exit");
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
