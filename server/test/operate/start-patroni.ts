import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { Client } from "pg";
import { findBinaries, freePort } from "../../../scripts/postgres.ts";
import { until } from "../waiting.ts";
import { ROOT } from "./image.ts";

const PROGRAMS = { patroni: "/usr/bin/patroni", "etcd-server": "/usr/bin/etcd", haproxy: "/usr/sbin/haproxy" };
const FOLDER = join(ROOT, "deploy/failover");
const PASSWORDS = { SUPERUSER: "super", REPLICATION: "replica", REWIND: "rewind" };

/** Why it cannot be run here, or false. */
export const missingForFailover =
  Object.entries(PROGRAMS)
    .filter(([, path]) => !existsSync(path))
    .map(([name]) => name)
    .join(" ")
    .replace(/^(.+)$/, "On Debian: apt-get install --no-install-recommends $1") || false;

interface PatroniNode {
  name: string;
  port: number;
  rest: number;
  start(): void;
  killPostgres(): void;
  /** Patroni and PostgreSQL at once. */
  killMachine(): Promise<void>;
  /** The process that takes the primary's log. */
  receiver(): number | undefined;
  isPrimary(): Promise<boolean>;
}

export type Patroni = Awaited<ReturnType<typeof startPatroni>>;

/** Three real PostgreSQL under Patroni with etcd, and HAProxy before them, with deploy/failover as it is. */
export async function startPatroni(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), "kith-failover-"));
  const account = { uid: idOf("-u"), gid: idOf("-g") };
  chownSync(folder, account.uid, account.gid);
  chmodSync(folder, 0o755);
  const running: ChildProcess[] = [];
  const nodes: PatroniNode[] = [];
  t.after(async () => {
    for (const child of running) await end(child);
    for (const node of nodes) node.killPostgres();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const start = (name: string, program: string, words: string[], env: Record<string, string> = {}, as = {}) => {
    const log = openSync(join(folder, `${name}.log`), "a");
    const child = spawn(program, words, { cwd: folder, stdio: ["ignore", log, log], env: { PATH: process.env["PATH"], ...env }, ...as });
    running.push(child);
    return child;
  };

  const etcd = `127.0.0.1:${await freePort()}`;
  const peers = `http://127.0.0.1:${await freePort()}`;
  const serving = ["--listen-client-urls", `http://${etcd}`, "--advertise-client-urls", `http://${etcd}`, "--enable-v2=false"];
  const peering = ["--listen-peer-urls", peers, "--initial-advertise-peer-urls", peers, "--initial-cluster", `e1=${peers}`];
  start("etcd", PROGRAMS["etcd-server"], ["--name", "e1", "--data-dir", join(folder, "etcd"), ...serving, ...peering]);

  const makeNode = async (name: string): Promise<PatroniNode> => {
    const [port, rest] = [await freePort(), await freePort()];
    const data = join(folder, name);
    const env = {
      ...environmentOf(name, `127.0.0.1:${port}`, `127.0.0.1:${rest}`),
      PATRONI_ETCD3_HOSTS: etcd,
      PATRONI_POSTGRESQL_DATA_DIR: data,
      PATRONI_POSTGRESQL_PGPASS: join(folder, `${name}.pgpass`),
      HOME: folder,
    };
    let patroni: ChildProcess | undefined;
    const postmaster = () => {
      const file = join(data, "postmaster.pid");
      return existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : undefined;
    };
    return {
      name,
      port,
      rest,
      start: () => void (patroni = start(name, PROGRAMS.patroni, [join(FOLDER, "patroni.yml")], env, account)),
      killPostgres: () => kill(postmaster()),
      async killMachine() {
        const postgres = postmaster();
        if (patroni) await end(patroni);
        kill(postgres);
      },
      receiver: () => childOf(postmaster(), "walreceiver"),
      isPrimary: () => answers(`http://127.0.0.1:${rest}/primary`),
    };
  };
  for (const name of ["node1", "node2", "node3"]) nodes.push(await makeNode(name));
  const primary = async () => {
    for (const node of nodes) if (await node.isPrimary()) return node;
    return undefined;
  };
  const ask = async (path: string, method = "GET", body?: object) => {
    const from = (await primary()) ?? nodes[0];
    return fetch(`http://127.0.0.1:${from?.rest}${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  };
  /** The standbys that have all of the primary's log. */
  const standbys = async () => {
    const { members } = (await (await ask("/cluster")).json()) as {
      members: { name: string; role: string; state: string; lag?: number }[];
    };
    return members.filter(({ role, state }) => role !== "leader" && /running|streaming/.test(state)).map(({ role }) => role);
  };

  nodes[0]?.start();
  await until(primary, () => `a primary: ${tail(join(folder, "node1.log"))}`, { everyMs: 200 });
  for (const node of nodes.slice(1)) node.start();
  const isWhole = async () => {
    const roles = await standbys().catch((): string[] => []);
    return roles.length === 2 && roles.includes("sync_standby");
  };
  const untilWhole = () =>
    until(isWhole, () => `two standbys: ${nodes.map(({ name }) => tail(join(folder, `${name}.log`))).join("\n")}`, { everyMs: 200 });
  await untilWhole();

  const port = await freePort();
  const places = nodes.flatMap((node, at) => [
    [`KITH_POSTGRES_${at + 1}`, `127.0.0.1:${node.port}`],
    [`KITH_PATRONI_PORT_${at + 1}`, String(node.rest)],
  ]);
  const bind = { KITH_POSTGRES_BIND: `127.0.0.1:${port}`, ...(Object.fromEntries(places) as Record<string, string>) };
  start("haproxy", PROGRAMS.haproxy, ["-db", "-f", join(FOLDER, "haproxy.cfg")], bind);
  const urlOf = (user: string, database: string) => `postgres://${user}@127.0.0.1:${port}/${database}`;
  const superuserUrl = urlOf(`postgres:${PASSWORDS.SUPERUSER}`, "postgres");
  // Until its first checks HAProxy takes every node for a primary.
  const leadsToPrimary = async () => {
    for (let asked = 0; asked < 6; asked++) {
      const [row] = await query<{ is_standby: boolean }>(superuserUrl, "select pg_is_in_recovery() as is_standby");
      if (row?.is_standby !== false) return false;
    }
    return true;
  };
  await until(() => leadsToPrimary().catch(() => false), "HAProxy leads to the primary", { everyMs: 500 });
  await query(superuserUrl, "create role kith login createrole createdb password 'kith'");
  await query(superuserUrl, "create database kith owner kith");
  return {
    nodes,
    primary,
    ask,
    untilWhole,
    url: urlOf("kith:kith", "kith"),
    query: (text: string, values: unknown[] = []) => query(urlOf(`postgres:${PASSWORDS.SUPERUSER}`, "kith"), text, values),
  };
}

const environmentOf = (name: string, postgres: string, rest: string) => ({
  PATRONI_NAME: name,
  PATRONI_RESTAPI_LISTEN: rest,
  PATRONI_RESTAPI_CONNECT_ADDRESS: rest,
  PATRONI_POSTGRESQL_LISTEN: postgres,
  PATRONI_POSTGRESQL_CONNECT_ADDRESS: postgres,
  PATRONI_POSTGRESQL_BIN_DIR: findBinaries(),
  PATRONI_SUPERUSER_USERNAME: "postgres",
  PATRONI_REPLICATION_USERNAME: "replicator",
  PATRONI_REWIND_USERNAME: "rewinder",
  ...Object.fromEntries(Object.entries(PASSWORDS).map(([role, password]) => [`PATRONI_${role}_PASSWORD`, password])),
});

async function query<Row>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end().catch(() => undefined);
  }
}

const answers = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

function kill(pid: number | undefined, signal: NodeJS.Signals = "SIGKILL"): void {
  try {
    if (pid) process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null && child.kill("SIGKILL")) await once(child, "exit");
}

const idOf = (which: "-u" | "-g") => Number(execFileSync("id", [which, "postgres"], { encoding: "utf8" }));
const tail = (file: string) => (existsSync(file) ? readFileSync(file, "utf8").slice(-600) : "");

function childOf(parent: number | undefined, words: string): number | undefined {
  if (!parent) return undefined;
  const lines = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(parent)], { encoding: "utf8" }).split("\n");
  return (
    Number(
      lines
        .find((line) => line.includes(words))
        ?.trim()
        .split(" ")[0],
    ) || undefined
  );
}
