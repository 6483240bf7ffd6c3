import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { readConfig, type Config } from "../server/src/config.ts";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { fillDemo } from "./demo-data.ts";
import { clusterAt, dropDatabase } from "./test-database.ts";
import { startPostgres } from "./postgres.ts";

const SECRET = "the secret of installations that only browser tests use";
const DEMO = "kith_demo";
const EMPTY = "kith";

/** The database of one installation, and what a node needs to serve it. */
export interface InstallationDatabase {
  configFor(port: number): Config;
  /** The same as an environment, for a node in a process of its own. */
  settingsFor(port: number): Record<string, string>;
  /** As a superuser, past row-level security: for states that take too long to come about by themselves. */
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

/** Makes the two databases that the others are cloned from: ten seconds once instead of before every test. */
export async function fillTemplates(clusterUrl: string): Promise<void> {
  await migrate(clusterUrl, SECRET);
  await run(clusterUrl, `create database ${DEMO} template ${EMPTY}`);
  await fillDemo(atAddress(named(clusterUrl, DEMO)).configFor(0));
}

/** A clone of a template if there is a shared cluster, otherwise its own PostgreSQL. */
export async function openDatabase(withDemo: boolean): Promise<InstallationDatabase> {
  const { E2E_CLUSTER: shared, E2E_SUPERUSER: superuser } = process.env;
  return shared && superuser ? cloneTemplate(shared, superuser, withDemo ? DEMO : EMPTY) : startOwn(withDemo);
}

async function cloneTemplate(clusterUrl: string, superuserUrl: string, template: string): Promise<InstallationDatabase> {
  const name = `kith_e2e_${randomBytes(6).toString("hex")}`;
  await clusterAt(named(clusterUrl, "postgres")).query(`create database ${name} template ${template}`);
  return {
    ...atAddress(named(clusterUrl, name)),
    query: (text, values) => run(named(superuserUrl, name), text, values),
    drop: () => dropDatabase(named(clusterUrl, "postgres"), name),
  };
}

async function startOwn(withDemo: boolean): Promise<InstallationDatabase> {
  const cluster = await startPostgres();
  try {
    await migrate(cluster.url, SECRET);
    if (withDemo) await fillDemo(atAddress(cluster.url).configFor(0));
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return {
    ...atAddress(cluster.url),
    query: (text, values) => run(named(cluster.superuserUrl, EMPTY), text, values),
    drop: () => cluster.stop(),
  };
}

const atAddress = (url: string) => ({
  configFor: (port: number) => readConfig(settingsOf(url, port)),
  settingsFor: (port: number) => settingsOf(url, port),
});

const settingsOf = (url: string, port: number) => ({
  LOG_LEVEL: "silent",
  PORT: String(port),
  BASE_URL: `http://localhost:${port}`,
  DATABASE_URL: url,
  KITH_SECRET: SECRET,
  // Passwords protect nothing here.
  PASSWORD_HASH_KIB: "64",
  // Tests receive webhooks on this machine.
  OUTBOUND_ALLOW: "127.0.0.1",
  // A double of WhatsApp, where a test has started one.
  ...(process.env["WHATSAPP_URL"] ? { WHATSAPP_URL: process.env["WHATSAPP_URL"] } : {}),
});

const named = (clusterUrl: string, database: string) => clusterUrl.replace(/\/[^/]*$/, `/${database}`);

async function run(url: string, statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement, values)).rows;
  } finally {
    await client.end();
  }
}
