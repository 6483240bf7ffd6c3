import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const SLOTS = 12;
/** As ours: a company has a quarter of a worker. */
export const OF_A_COMPANY = 3;

const PACKAGES = { "pg-boss": "12.38.0", "graphile-worker": "0.18.0" };
// pg-boss asks for a version of it that was withdrawn.
const PINNED = { "rrule-temporal": "2.2.7" };

/** What a job is asked with: it sleeps, then asks the database one thing. */
export interface Payload {
  company: string;
  tag: string;
  ms: number;
}

/** What a worker tells about a job. */
export interface RunNotice {
  tag: string;
  startedAt: number;
  endedAt?: number;
}

export type Load = (name: keyof typeof PACKAGES) => unknown;

/** Packages of others, in a folder of their own: nothing of the product depends on them. */
export function installEngines() {
  const folder = mkdtempSync(join(tmpdir(), "kith-engines-"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: PACKAGES, overrides: PINNED }));
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"], { cwd: folder, stdio: "inherit" });
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

export function loadFrom(folder: string): Load {
  const require = createRequire(join(folder, "package.json"));
  return (name) => require(name) as unknown;
}

/** Adds $2 jobs of company $1 that take $3 ms, in one statement, with the tags `$4 1`, `$4 2` and so on. */
export const FILL: Record<string, string> = {
  ours: `insert into jobs (company_id, id, name, payload, state, run_at, created_at)
    select $1::uuid, gen_random_uuid(), 'lab.sleep', jsonb_build_object('company', $1::text, 'tag', $4::text || n, 'ms', $3::int, 'fails', false), 'waiting', now(), now()
    from generate_series(1, $2::int) as n`,
  "pg-boss": `insert into pgboss.job_common (name, data, group_id, retry_limit, expire_seconds, heartbeat_seconds, deletion_seconds, policy, created_on)
    select 'jobs', jsonb_build_object('company', $1::text, 'tag', $4::text || n, 'ms', $3::int), $1::text, 9, 60, 10, 30, 'standard', clock_timestamp()
    from generate_series(1, $2::int) as n`,
  "graphile-worker": `select graphile_worker.add_jobs(array(
    select row('lab', json_build_object('company', $1::text, 'tag', $4::text || n, 'ms', $3::int), null, null, 10, null, null, null)::graphile_worker.job_spec
    from generate_series(1, $2::int) as n))`,
};

export const CLEAR: Record<string, string> = {
  ours: "truncate jobs",
  "pg-boss": "truncate pgboss.job_common",
  "graphile-worker": "delete from graphile_worker._private_jobs",
};
