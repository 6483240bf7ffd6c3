import { spawn } from "node:child_process";
import { once } from "node:events";
import { Client } from "pg";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { startPostgres } from "./postgres.ts";
import { TEST_SECRET } from "../server/test/secret.ts";

// Runs test files against one throwaway PostgreSQL. Each file clones the migrated template, so files never meet.
const files = process.argv.slice(2);
const cluster = await startPostgres();
let code = 1;
try {
  await migrate(cluster.url, TEST_SECRET);
  const superuser = new Client({ connectionString: cluster.superuserUrl });
  await superuser.connect();
  await superuser.query("update pg_database set datistemplate = true where datname = 'kith'");
  await superuser.end();
  const concurrency = process.env["TEST_CONCURRENCY"] ?? "2";
  const run = spawn(
    process.execPath,
    ["--conditions=source", "--test", `--test-concurrency=${concurrency}`, "--test-reporter=spec", ...files],
    {
      stdio: "inherit",
      env: { ...process.env, TEST_CLUSTER: cluster.url, TEST_SUPERUSER: cluster.superuserUrl },
    },
  );
  [code] = (await once(run, "exit")) as [number];
} finally {
  await cluster.stop();
}
process.exit(code);
