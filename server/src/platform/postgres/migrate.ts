import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { runMigrations } from "graphile-worker";
import { Client, escapeIdentifier, escapeLiteral } from "pg";
import { APP_ROLE, IDENTITY_ROLE, rolePassword } from "./pools.ts";

const LOCK = 7_204_611; // any number, the same for everybody who migrates
const FOLDER = join(import.meta.dirname, "../../../migrations");

/** Brings a database up to date as its owner: roles, job tables, then our own plain SQL files, each once. */
export async function migrate(databaseUrl: string, secret: string, folder = FOLDER): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // One migrator at a time; a second node that starts meanwhile waits here and then finds nothing to do.
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await ensureRole(client, APP_ROLE, secret);
    await ensureRole(client, IDENTITY_ROLE, secret);
    await runMigrations({ connectionString: databaseUrl });
    await client.query(
      "create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())",
    );
    const applied = await applyNew(client, folder);
    await adoptCluster(client);
    await client.query("select events_keep_partitions()");
    return applied;
  } finally {
    await client.end();
  }
}

async function applyNew(client: Client, folder: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>("select name, sha256 from migrations");
  const known = new Map(rows.map((row) => [row.name, row.sha256]));
  const applied: string[] = [];
  for (const name of (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort()) {
    const text = await readFile(join(folder, name), "utf8");
    const sha256 = createHash("sha256").update(text).digest("hex");
    if (known.get(name) === sha256) continue;
    if (known.has(name)) throw new Error(`${name} was changed after it ran here. Migrations only go forward: add a new file.`);
    await client.query("begin");
    try {
      await client.query("set local lock_timeout = '2s'");
      await client.query(text);
      await client.query("insert into migrations (name, sha256) values ($1, $2)", [name, sha256]);
      await client.query("commit");
    } catch (error) {
      await client.query("rollback");
      throw new Error(`${name} failed, nothing of it was applied`, { cause: error });
    }
    applied.push(name);
  }
  return applied;
}

/** After a restore the database may be in another cluster: from here on the log adds to that cluster's transaction numbers. */
async function adoptCluster(client: Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>("select to_regproc('log_adopt_cluster') is not null as exists");
  if (rows[0]?.exists) await client.query("select log_adopt_cluster()"); // a test may stop at an older version
}

async function ensureRole(client: Client, role: string, secret: string): Promise<void> {
  const { rowCount } = await client.query("select from pg_roles where rolname = $1", [role]);
  const verb = rowCount ? "alter" : "create";
  await client.query(`${verb} role ${escapeIdentifier(role)} login password ${escapeLiteral(rolePassword(secret, role))}`);
}
