import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client, escapeIdentifier, escapeLiteral } from "pg";
import { APP_ROLE, IDENTITY_ROLE, rolePassword } from "./pools.ts";

const LOCK = 7_204_611; // any number, the same for everybody who migrates
const FOLDER = join(import.meta.dirname, "../../../migrations");

/** Brings a database up to date as its owner: roles, then our own plain SQL files, each once. */
export async function migrate(databaseUrl: string, secret: string, folder = FOLDER): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // One migrator at a time; a second node that starts meanwhile waits here and then finds nothing to do.
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await ensureRole(client, APP_ROLE, secret);
    await ensureRole(client, IDENTITY_ROLE, secret);
    // A function of 0004 names tables that only an installation from before 0022 has. 0022 replaces it.
    await client.query("set check_function_bodies = off");
    await client.query(
      "create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())",
    );
    const applied = await applyNew(client, folder);
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

async function ensureRole(client: Client, role: string, secret: string): Promise<void> {
  const { rowCount } = await client.query("select from pg_roles where rolname = $1", [role]);
  const verb = rowCount ? "alter" : "create";
  await client.query(`${verb} role ${escapeIdentifier(role)} login password ${escapeLiteral(rolePassword(secret, role))}`);
}
