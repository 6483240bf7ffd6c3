import { globSync } from "node:fs";
import { Client } from "pg";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { TEST_SECRET } from "./test-database.ts";
import { startPostgres } from "./postgres.ts";
import { concludeTests, runTests, type FileResult } from "./run-tests.ts";

// Runs test files against one throwaway PostgreSQL. Each file clones the migrated template, so files do not share data.
// Without arguments it runs all of them; those under test/alone measure time or load, so they run one at a time.
const ALONE = "server/test/alone/";
const given = process.argv.slice(2);
const files = (given.length > 0 ? given : ["server/**/*.test.ts", "packages/filter/src/**/*.test.ts", "web/src/**/*.test.ts"]).flatMap(
  (pattern) => globSync(pattern, { exclude: ["**/dist/**", "**/node_modules/**"] }),
);
const together = files.filter((file) => !file.startsWith(ALONE));
const alone = files.filter((file) => file.startsWith(ALONE));

const cluster = await startPostgres();
const results: FileResult[] = [];
try {
  await migrate(cluster.url, TEST_SECRET);
  const superuser = new Client({ connectionString: cluster.superuserUrl });
  await superuser.connect();
  await superuser.query("update pg_database set datistemplate = true where datname = 'kith'");
  await superuser.end();
  const env = { TEST_CLUSTER: cluster.url, TEST_SUPERUSER: cluster.superuserUrl };
  // In their full sizes the tests of faults measure: one at a time.
  const concurrency = process.env["FAULTS"] === "full" ? 1 : 2;
  if (together.length > 0) results.push(...(await runTests(together, { concurrency, env })));
  if (alone.length > 0) results.push(...(await runTests(alone, { concurrency: 1, env })));
} finally {
  await cluster.stop();
}
process.exit(concludeTests(results) ? 0 : 1);
