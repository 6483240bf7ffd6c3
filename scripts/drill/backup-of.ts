import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { findBinaries, freePort } from "../postgres.ts";

const SCRIPTS = join(import.meta.dirname, "../../deploy/backup");
const PATIENCE_MS = 120_000;

interface Restored {
  code: number;
  /** What it said, both to the operator and of errors. */
  said: string;
  counts: Map<string, number>;
  seconds: number;
}

/** Runs the scripts of deploy/backup against a PostgreSQL of this machine, as its account: its programs refuse to run as root. */
export function backupOf(superuserUrl: string, { isSynchronous = false, given = "" } = {}) {
  const { hostname, port, password } = new URL(superuserUrl);
  const folder = given || mkdtempSync(join(tmpdir(), "kith-backup-"));
  const account = accountOfPostgres();
  if (account) chownSync(folder, account.uid, account.gid);
  const env = {
    PATH: `${findBinaries()}:${process.env["PATH"] ?? ""}`,
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: "postgres",
    PGPASSWORD: password,
    BACKUP_DIR: folder,
    ...(isSynchronous ? { SYNCHRONOUS: "1" } : {}),
  };
  const said: string[] = [];
  const stream = spawn("sh", [join(SCRIPTS, "stream.sh")], { ...account, cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  for (const output of [stream.stdout, stream.stderr]) output.on("data", (text: Buffer) => said.push(String(text)));

  return {
    folder,
    /** Until there is a base backup of this PostgreSQL: with a folder that had others, of the new line of its log. */
    async ready(): Promise<void> {
      const until = Date.now() + PATIENCE_MS;
      const hasBegunAnew = () => given === "" || readdirSync(folder).some((name) => name.startsWith("before-"));
      const isThere = () =>
        hasBegunAnew() && existsSync(join(folder, "base")) && readdirSync(join(folder, "base")).some((name) => !name.endsWith(".partial"));
      while (!isThere()) {
        if (Date.now() > until || stream.exitCode !== null) throw new Error(`There is no base backup: ${said.join("")}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    restore(into: string, to?: string, database = "kith"): Restored {
      const began = performance.now();
      const words = [join(SCRIPTS, "restore.sh"), "--into", into, ...(to === undefined ? [] : ["--to", to])];
      const { status, stdout, stderr } = spawnSync("sh", words, {
        ...account,
        cwd: folder,
        env: { ...env, PGDATABASE: database },
        encoding: "utf8",
        maxBuffer: 1e8,
      });
      const rows = [...stdout.matchAll(/^([a-z_0-9]+) (\d+)$/gm)].map(([, table = "", count]): [string, number] => [table, Number(count)]);
      return { code: status ?? 1, said: stdout + stderr, counts: new Map(rows), seconds: (performance.now() - began) / 1_000 };
    },
    /** As an operator starts it. */
    async start(restored: string): Promise<{ superuserUrl: string; stop(): Promise<void> }> {
      const at = String(await freePort());
      const settings = ["listen_addresses=127.0.0.1", `port=${at}`, `unix_socket_directories=${folder}`, "synchronous_standby_names="];
      const words = ["-D", restored, ...settings.flatMap((one) => ["-c", one])];
      const server = spawn(join(findBinaries(), "postgres"), words, { ...account, cwd: folder, stdio: "ignore" });
      const url = new URL(superuserUrl);
      url.port = at;
      await untilItAnswers(url.toString());
      return {
        superuserUrl: url.toString(),
        stop: async () => {
          if (server.kill("SIGINT")) await once(server, "exit");
        },
      };
    },
    async stop(): Promise<void> {
      if (stream.exitCode === null && stream.kill("SIGTERM")) await once(stream, "exit");
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function untilItAnswers(connectionString: string): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; ;) {
    const client = new Client({ connectionString });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

function accountOfPostgres(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const ask = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: ask("-u"), gid: ask("-g") };
}
