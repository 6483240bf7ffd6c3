import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Client } from "pg";
import { dropDatabase } from "../../../scripts/test-database.ts";
import { migrate } from "../../src/platform/postgres/migrate.ts";
import { urlAs } from "../../src/platform/postgres/roles.ts";
import { TEST_SECRET } from "../../../scripts/test-database.ts";

const MIGRATIONS = join(import.meta.dirname, "../../migrations");
const COMPANY = "01900000-0000-7000-8000-000000000001";

// What an installation had from graphile-worker before 0022, as far as the migration reads it.
const OLD_QUEUE = `
  create schema graphile_worker;
  create table graphile_worker._private_tasks (id integer primary key, identifier text not null);
  create table graphile_worker._private_jobs (id bigint primary key, task_id integer not null, payload json not null,
    priority smallint not null default 0, run_at timestamptz not null default now(), attempts smallint not null default 0,
    max_attempts smallint not null default 25, created_at timestamptz not null default now(), locked_at timestamptz, locked_by text);
  create function graphile_worker.add_job(identifier text, payload json, max_attempts integer) returns void language sql as 'select';
  insert into graphile_worker._private_tasks values (1, 'exports.work'), (2, 'housekeeping');
  insert into graphile_worker._private_jobs (id, task_id, payload, run_at, attempts) values
    (1, 1, '{"company":"${COMPANY}","export":"waiting"}', now(), 0),
    (2, 1, '{"company":"${COMPANY}","export":"later"}', now() + interval '1 hour', 3),
    (3, 1, '{"company":"${COMPANY}","export":"spent"}', now(), 10),
    (4, 2, '{}', now(), 0)`;

/** A database of its own, and a folder with the migrations up to one of them. */
async function atVersion(last: string, run: (url: string) => Promise<void>): Promise<void> {
  const superuser = process.env["TEST_SUPERUSER"] ?? "";
  const name = `kith_test_${randomBytes(6).toString("hex")}`;
  const url = (process.env["TEST_CLUSTER"] ?? "").replace(/\/[^/]*$/, `/${name}`);
  const folder = await mkdtemp(join(tmpdir(), "kith-migrations-"));
  await ask(superuser, `create database ${name} owner kith`);
  try {
    for (const file of await readdir(MIGRATIONS)) if (file <= last) await cp(join(MIGRATIONS, file), join(folder, file));
    await migrate(url, TEST_SECRET, folder);
    await run(url);
  } finally {
    await rm(folder, { recursive: true });
    await dropDatabase(superuser, name);
  }
}

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

test("an upgrade keeps the jobs that wait, and leaves nothing of the old queue", async () => {
  await atVersion("0016_folded.sql", async (url) => {
    // As the owner, who is no superuser and sees no row of a tenant table.
    await ask(url, OLD_QUEUE);
    await ask(
      url,
      `begin; alter table companies no force row level security; insert into companies (id, name, created_at) values ('${COMPANY}', 'Old', now()); alter table companies force row level security; commit`,
    );
    await migrate(url, TEST_SECRET);

    const jobs = await ask(
      url,
      "select company_id, name, payload ->> 'export' as export, state, attempt, run_at > now() as is_later from jobs order by export",
    );
    assert.deepEqual(jobs, [
      { company_id: COMPANY, name: "exports.work", export: "later", state: "scheduled", attempt: 3, is_later: true },
      { company_id: COMPANY, name: "exports.work", export: "spent", state: "waiting", attempt: 10, is_later: false },
      { company_id: COMPANY, name: "exports.work", export: "waiting", state: "waiting", attempt: 0, is_later: false },
    ]);
    assert.deepEqual(await ask(url, "select to_regnamespace('graphile_worker') as left"), [{ left: null }]);

    // A node of the release before, which still runs, goes on asking for jobs: for the company of its transaction.
    const asOldNode = (company: string) =>
      ask(
        urlAs(url, TEST_SECRET, "app"),
        `begin read write; set local app.company_id = '${company}'; select enqueue_job('exports.work', '{"company":"${COMPANY}"}'); commit`,
      );
    await asOldNode(COMPANY);
    assert.equal((await ask(url, "select from jobs")).length, 4);
    await assert.rejects(asOldNode("01900000-0000-7000-8000-000000000002"), { code: "42501" });
  });
});
