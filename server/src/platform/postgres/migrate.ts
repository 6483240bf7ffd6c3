import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Client, escapeIdentifier } from "pg";
import { ROOT } from "../root.ts";
import { openToBackfills, runBackfill } from "./backfill.ts";
import { failureOf } from "./explain-failure.ts";
import { isBusy, retryWhenBusy } from "./errors.ts";
import { DATABASE_LOCKS } from "./lock-spaces.ts";
import { narrowRights } from "./narrow-rights.ts";
import { asOwner } from "./table-owner.ts";
import { refuseBesideOlder } from "./beside.ts";
import { ensureRoles, nameRoles, rolesOf, takeOverRoles } from "./roles.ts";

const LOCK_POLL_MS = 200;
const LOCK_TIMEOUT_MS = 2_000;
const FOLDER = join(ROOT, "server/migrations");

interface Migration {
  name: string;
  text: string;
  sha256: string;
}

interface Conditions {
  /** The operator says that no node runs: what cannot run beside older ones runs too. */
  areNodesStopped?: boolean;
}

/**
 * Brings a database up to date as its owner: roles, then our own plain SQL files, each once. A file runs in one
 * transaction unless its first line says otherwise:
 * `-- outside a transaction`: statement by statement, each safe to run again, for `create index concurrently`;
 * `-- in batches: table`: one statement over the rows of a table (backfill.ts).
 */
export async function migrate(
  databaseUrl: string,
  secret: string,
  folder = FOLDER,
  otherSecret?: string,
  { areNodesStopped = false }: Conditions = {},
): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  // A broken connection fails the running statement; without a listener it would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await takeTurn(client);
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}; set app.backfill = on`);
    await ensureRoles(client, secret);
    await takeOverRoles(client, secret, otherSecret);
    await narrowRights(client);
    // A function of 0004 names tables that only an installation from before 0022 has. 0022 replaces it.
    await client.query("set check_function_bodies = off");
    await client.query(
      "create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())",
    );
    const roles = rolesOf(secret);
    const found = await findNew(client, folder);
    if (!areNodesStopped) await refuseBesideOlder(client, found);
    const migrations = found.map((one) => ({ ...one, text: nameRoles(one.text, roles) }));
    for (const migration of migrations) {
      await openToBackfills(client);
      await apply(client, migration, roles.view);
    }
    await openToBackfills(client);
    await adoptCluster(client);
    await keepPartitions(client);
    return migrations.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

// One migrator at a time; a second node that starts meanwhile finds nothing to do afterwards. It polls, because a waiting statement
// would be a transaction that `create index concurrently` waits for.
async function takeTurn(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ free: boolean }>("select pg_try_advisory_lock($1) as free", [DATABASE_LOCKS.migrate]);
    if (rows[0]?.free) return;
    await setTimeout(LOCK_POLL_MS);
  }
}

/** The files that this database has not seen. A database without the table has seen none. */
export async function unapplied(client: Client, folder = FOLDER): Promise<string[]> {
  const { rows } = await client.query<{ exists: boolean }>("select to_regclass('migrations') is not null as exists");
  if (!rows[0]?.exists) return (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  return (await findNew(client, folder)).map(({ name }) => name);
}

async function findNew(client: Client, folder: string): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>("select name, sha256 from migrations");
  const known = new Map(rows.map((row) => [row.name, row.sha256]));
  const migrations: Migration[] = [];
  for (const name of (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort()) {
    const text = await readFile(join(folder, name), "utf8");
    const sha256 = createHash("sha256").update(text).digest("hex");
    if (known.get(name) === sha256) continue;
    if (known.has(name)) throw new Error(`${name} was changed after it ran here. Migrations only go forward: add a new file.`);
    migrations.push({ name, text, sha256 });
  }
  return migrations;
}

async function apply(client: Client, migration: Migration, owner: string): Promise<void> {
  const { name, text } = migration;
  const batches = /^-- in batches: ([a-z_]+)\n/.exec(text)?.[1];
  const note = () => noteApplied(client, migration);
  if (batches) await runBackfill(client, { name, table: batches, statement: text, finish: note });
  else if (text.startsWith("-- outside a transaction\n")) {
    const statements = statementsOf(text);
    await asOwner(client, owner, async () => {
      for (const statement of statements) await runAlone(client, name, statement);
    });
    await note();
  } else await runInTransaction(client, migration, owner);
}

async function runInTransaction(client: Client, migration: Migration, owner: string): Promise<void> {
  await client.query("begin");
  try {
    await asOwner(client, owner, () => client.query(migration.text));
    await noteApplied(client, migration);
    await client.query("commit");
  } catch (error) {
    // If the connection is lost, so is the transaction. Report the first error.
    await client.query("rollback").catch(() => undefined);
    throw failureOf(`${migration.name} failed. Nothing of it was applied.`, error, migration.text);
  }
}

const noteApplied = (client: Client, { name, sha256 }: Migration) =>
  client.query("insert into migrations (name, sha256) values ($1, $2)", [name, sha256]);

/** One statement ends where a line ends with a semicolon: such a file holds no function bodies. */
const statementsOf = (text: string) =>
  text
    .split(/;[ \t]*$/m)
    .map((statement) => statement.replaceAll(/^--.*$/gm, "").trim())
    .filter((statement) => statement !== "");

async function runAlone(client: Client, name: string, statement: string): Promise<void> {
  const index = /^create (?:unique )?index concurrently (if not exists )?([a-z_0-9]+) /i.exec(statement);
  if (index && !index[1]) throw new Error(`${name}: write "if not exists", so that the file can run again after it stopped.`);
  try {
    if (index?.[2]) await dropInvalid(client, index[2]);
    // Creating an index waits for every older transaction. Nobody waits behind it, so it has no time limit.
    await client.query("set lock_timeout = 0");
    await client.query(statement);
  } catch (error) {
    throw failureOf(`${name} stopped before its end. Fix the cause, then run it again.`, error, statement);
  } finally {
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`).catch(() => undefined);
  }
}

/** An interrupted `create index concurrently` leaves an index that is written to and never read. */
async function dropInvalid(client: Client, index: string): Promise<void> {
  const { rowCount } = await client.query("select from pg_index where indexrelid = to_regclass($1) and not indisvalid", [index]);
  if (rowCount) await client.query(`drop index concurrently ${escapeIdentifier(index)}`);
}

/** Each call creates or drops one partition, and says whether it did. If a long reader blocks it, housekeeping does it later. */
async function keepPartitions(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>("select proname as name from pg_proc where proname like '%\\_keep\\_partitions'");
  for (const { name } of rows) {
    const keep = () => client.query<{ changed: number }>(`select ${escapeIdentifier(name)}() as changed`);
    try {
      while (Number((await retryWhenBusy(keep, 3)).rows[0]?.changed) > 0);
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
  }
}

/** After a restore the database may be in another cluster: from now on the log adds an offset to that cluster's transaction numbers. */
async function adoptCluster(client: Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>("select to_regproc('log_adopt_cluster') is not null as exists");
  if (rows[0]?.exists) await client.query("select log_adopt_cluster()"); // a test may stop at an older version
}
