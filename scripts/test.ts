import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { Client } from "pg";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { TEST_SECRET } from "../server/test/secret.ts";
import { startPostgres } from "./postgres.ts";

// Runs test files against one throwaway PostgreSQL. Each file clones the migrated template, so files never meet.
// Without arguments it runs all of them; those under test/alone measure the machine, so nothing runs beside them.
const ALONE = "server/test/alone/";
const given = process.argv.slice(2);
const files = (given.length > 0 ? given : ["server/**/*.test.ts", "packages/filter/src/**/*.test.ts", "web/src/**/*.test.ts"]).flatMap(
  (pattern) => globSync(pattern, { exclude: ["**/dist/**", "**/node_modules/**"] }),
);
const together = files.filter((file) => !file.startsWith(ALONE));
const alone = files.filter((file) => file.startsWith(ALONE));

const cluster = await startPostgres();
let failed = files.length === 0;
try {
  await migrate(cluster.url, TEST_SECRET);
  const superuser = new Client({ connectionString: cluster.superuserUrl });
  await superuser.connect();
  await superuser.query("update pg_database set datistemplate = true where datname = 'kith'");
  await superuser.end();
  for (const [group, concurrency] of [
    [together, 2],
    [alone, 1],
  ] as const) {
    if (group.length > 0) failed = (await runTests(group, concurrency)) !== 0 || failed;
  }
} finally {
  await cluster.stop();
}
process.exit(failed ? 1 : 0);

async function runTests(group: string[], concurrency: number): Promise<number> {
  const run = spawn(
    process.execPath,
    ["--conditions=source", "--test", `--test-concurrency=${concurrency}`, "--test-reporter=spec", ...group],
    {
      stdio: "inherit",
      env: { ...process.env, TEST_CLUSTER: cluster.url, TEST_SUPERUSER: cluster.superuserUrl },
    },
  );
  const [code] = (await once(run, "exit")) as [number | null];
  return code ?? 1;
}
