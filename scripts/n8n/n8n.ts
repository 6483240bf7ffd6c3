import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "../postgres.ts";
import { dropDatabase } from "../test-database.ts";
import { HOME, PROGRAM } from "./install.ts";
import { CREDENTIAL, type Workflow } from "./workflows.ts";

const START_MS = 300_000;
const LOOK_MS = 250;
const OWNER = { email: "ada@n8n.example", firstName: "Ada", lastName: "Owner", password: "Correct-horse-7" };

export type N8n = Awaited<ReturnType<typeof prepareN8n>>;

/** A real n8n with a PostgreSQL database of its own. It is not running yet: its commands work without it. */
export async function prepareN8n() {
  const superuser = process.env["TEST_SUPERUSER"] ?? "";
  const name = `n8n_${randomBytes(6).toString("hex")}`;
  const query = async (text: string, values: unknown[] = [], url = superuser.replace(/\/[^/]*$/, `/${name}`)) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(text, values)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  };
  await query(`create database ${name}`, [], superuser);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { ...process.env, ...settings(new URL(superuser), name, port, await freePort()) };
  const folder = mkdtempSync(join(tmpdir(), "kith-n8n-files-"));
  let running: ChildProcess | undefined;
  let cookie = "";

  /** A call as the editor makes it. */
  const call = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const headers = { "content-type": "application/json", "browser-id": "test", cookie };
    const response = await fetch(`${url}/rest${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
    return (JSON.parse(text) as { data: Record<string, unknown> }).data;
  };

  const isUp = () =>
    fetch(`${url}/healthz/readiness`).then(
      ({ ok }) => ok,
      () => false,
    );

  return {
    url,
    query,
    call,
    /** Runs a command of n8n, and returns what it printed. */
    async command(...words: string[]): Promise<string> {
      const child = spawn(process.execPath, [PROGRAM, ...words], { env, stdio: ["ignore", "pipe", "pipe"] });
      const parts: Buffer[] = [];
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => parts.push(part));
      await once(child, "close");
      return Buffer.concat(parts).toString();
    },
    /** Puts the credential and a workflow into n8n by its commands, from files. */
    async importFiles(kith: { url: string; key: string }, workflow: Workflow): Promise<void> {
      const credential = { ...CREDENTIAL, data: { baseUrl: kith.url, apiKey: kith.key } };
      for (const [what, content] of [
        ["credentials", credential],
        ["workflow", workflow],
      ] as const) {
        const file = join(folder, `${what}.json`);
        writeFileSync(file, JSON.stringify([content]));
        const printed = await this.command(`import:${what}`, `--input=${file}`);
        if (!printed.includes("Successfully imported")) throw new Error(printed);
      }
    },
    async start(): Promise<void> {
      running = spawn(process.execPath, [PROGRAM, "start"], { env, stdio: process.env["N8N_SHOW"] ? "inherit" : "ignore" });
      for (const latest = Date.now() + START_MS; !(await isUp()); await setTimeout(LOOK_MS))
        if (Date.now() > latest || running.exitCode !== null) throw new Error("n8n did not start.");
      const { showSetupOnFirstLoad } = (await call("GET", "/settings"))["userManagement"] as { showSetupOnFirstLoad: boolean };
      if (showSetupOnFirstLoad) await call("POST", "/owner/setup", OWNER);
      else await call("POST", "/login", { emailOrLdapLoginId: OWNER.email, password: OWNER.password });
    },
    async stop(): Promise<void> {
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const ended = once(running, "exit");
      running.kill("SIGTERM");
      await ended;
    },
    async close(): Promise<void> {
      await this.stop();
      rmSync(folder, { recursive: true });
      await dropDatabase(superuser, name);
    },
  };
}

function settings(database: URL, name: string, port: number, brokerPort: number): Record<string, string> {
  return {
    N8N_USER_FOLDER: HOME,
    N8N_ENCRYPTION_KEY: "0123456789abcdef0123456789abcdef",
    DB_TYPE: "postgresdb",
    DB_POSTGRESDB_HOST: database.hostname,
    DB_POSTGRESDB_PORT: database.port,
    DB_POSTGRESDB_USER: database.username,
    DB_POSTGRESDB_PASSWORD: decodeURIComponent(database.password),
    DB_POSTGRESDB_DATABASE: name,
    N8N_HOST: "127.0.0.1",
    N8N_LISTEN_ADDRESS: "127.0.0.1",
    N8N_PORT: String(port),
    N8N_PROTOCOL: "http",
    WEBHOOK_URL: `http://127.0.0.1:${port}/`,
    N8N_SECURE_COOKIE: "false",
    N8N_RUNNERS_BROKER_PORT: String(brokerPort),
    N8N_DIAGNOSTICS_ENABLED: "false",
    N8N_VERSION_NOTIFICATIONS_ENABLED: "false",
    N8N_TEMPLATES_ENABLED: "false",
    N8N_PERSONALIZATION_ENABLED: "false",
  };
}
