import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";

const START_MS = 30_000;
/** Nothing in it has to survive. Compiling a statement takes longer than running it on a few rows. */
const THROWAWAY = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", jit: "off" };

/** A database has 900 files. Made in memory, the hundreds of copies that tests make cost a tenth of what they cost on a disk. */
const MEMORY = "/dev/shm";
const MEMORY_BYTES = 4 * 2 ** 30;

interface Options {
  isDurable?: boolean;
  /** For tests, which make and drop many small databases. */
  isInMemory?: boolean;
  /** How a connection proves its password. With `md5` it does not hash it 4,096 times, which counts where tests open thousands. */
  proof?: "scram-sha-256" | "md5";
  settings?: Record<string, string>;
}

export interface Cluster {
  /** As the owner of the database `kith`: may create roles and databases, but is no superuser. */
  url: string;
  superuserUrl: string;
  urlOf(database: string): string;
  /** Of the server's first process. */
  pid: number;
  stop(): Promise<void>;
}

/** Starts a throwaway PostgreSQL on a free loopback port, without Docker, installing it first where that is possible. */
export async function startPostgres(options: Options = {}): Promise<Cluster> {
  const bin = findBinaries();
  const account = serverAccount();
  const folder = mkdtempSync(join(options.isInMemory && hasRoom(MEMORY) ? MEMORY : tmpdir(), "kith-postgres-"));
  const password = randomBytes(16).toString("hex");
  const passwordFile = join(folder, "password");
  const data = join(folder, "data");
  writeFileSync(passwordFile, password);
  if (account) for (const path of [folder, passwordFile]) chownSync(path, account.uid, account.gid);

  const proof = options.proof ?? "scram-sha-256";
  execFileSync(
    join(bin, "initdb"),
    ["-D", data, "-U", "postgres", "-A", proof, "--pwfile", passwordFile, "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"],
    {
      ...account,
      cwd: folder,
      stdio: "pipe",
    },
  );
  const port = await freePort();
  const settings: Record<string, string> = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: folder,
    max_connections: "200",
    shared_buffers: "256MB",
    ...(options.isDurable ? {} : THROWAWAY),
    ...options.settings,
  };
  const server = spawn(
    join(bin, "postgres"),
    ["-D", data, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    {
      ...account,
      cwd: folder,
      stdio: "ignore",
    },
  );

  const urlOf = (database: string) => `postgres://kith:${password}@127.0.0.1:${port}/${database}`;
  const superuserUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      const ended = once(server, "exit");
      server.kill("SIGINT"); // "fast": ends sessions, then stops
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await prepare(superuserUrl, password);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: urlOf("kith"), superuserUrl, urlOf, pid: server.pid ?? 0, stop };
}

async function prepare(superuserUrl: string, password: string): Promise<void> {
  const until = Date.now() + START_MS;
  for (;;) {
    const client = new Client({ connectionString: superuserUrl });
    try {
      await client.connect();
      await client.query(`create role kith login createrole createdb password '${password}'`);
      await client.query("create database kith owner kith");
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

export function findBinaries(): string {
  const found = binaries();
  if (found) return found;
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    throw new Error("PostgreSQL 15 or newer is needed. Install it (on Debian: apt-get install postgresql), then try again.");
  }
  process.stderr.write("PostgreSQL is not installed; installing it from Debian's packages …\n");
  const apt = (...words: string[]) =>
    execFileSync("apt-get", [...words, "-qq"], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  apt("update");
  apt("install", "-y", "postgresql");
  const installed = binaries();
  if (!installed) throw new Error("PostgreSQL was installed but its programs were not found under /usr/lib/postgresql.");
  return installed;
}

function binaries(): string | undefined {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root)
    ? readdirSync(root)
        .map(Number)
        .filter((version) => version >= 15)
    : [];
  const debian = versions.sort((a, b) => b - a).map((version) => join(root, String(version), "bin"));
  const path = (process.env["PATH"] ?? "").split(":");
  return [...debian, ...path].find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

/** Containers often have 64 MB there. */
function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= MEMORY_BYTES && freemem() >= MEMORY_BYTES;
}

/** PostgreSQL refuses to run as root, so then it runs as its own account. */
function serverAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const ask = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: ask("-u"), gid: ask("-g") };
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
