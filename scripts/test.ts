import { globSync } from "node:fs";
import { matchesGlob } from "node:path";
import { Client } from "pg";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { TEST_SECRET } from "./test-database.ts";
import { startPostgres } from "./postgres.ts";
import { LANES, longestFirst, runInLanes } from "./run-lanes.ts";
import { concludeTests, runTestsTwice, type FileResult } from "./run-tests.ts";
import { isInGate, ONE_AT_A_TIME } from "./test-classes.ts";

// Runs test files against one throwaway PostgreSQL. Each file clones the migrated template, so files do not share data.
// Without arguments it runs all of them, each in its own process; those that measure time or load run one at a time.
// With --gate it runs those that decide whether a change lands, in a few processes. A file that fails is run once more by itself:
// processes on a busy machine are sometimes too slow, and a real fault fails both times.
/** The gate draws the same examples every time, and fewer; the complete run draws new ones. */
const FEWER = {
  TEST_GATE: "1",
  FILTER_SEED: "1",
  FOLLOW_SEED: "1",
  FILTER_PAIRS: "1000",
  FILTER_INPUTS: "300",
  ISOLATION_OPERATIONS: "400",
  INBOX_CALLS: "300",
  RUNS: "400",
};
const isGate = process.argv.includes("--gate");
const given = process.argv.slice(2).filter((one) => one !== "--gate");
const files = (
  given.length > 0 ? given : ["server/**/*.test.ts", "packages/{filter,form}/src/**/*.test.ts", "web/src/**/*.test.ts"]
).flatMap((pattern) => globSync(pattern, { exclude: ["**/dist/**", "**/node_modules/**"] }));

const resultsFile = process.env["TEST_RESULTS"];
const cluster = await startPostgres({ isInMemory: true, proof: isGate ? "md5" : "scram-sha-256" });
const results: FileResult[] = [];
try {
  await migrate(cluster.url, TEST_SECRET);
  const superuser = new Client({ connectionString: cluster.superuserUrl });
  await superuser.connect();
  await superuser.query("update pg_database set datistemplate = true where datname = 'kith'");
  await superuser.end();
  const env = { TEST_CLUSTER: cluster.url, TEST_SUPERUSER: cluster.superuserUrl };
  if (isGate)
    results.push(
      ...(await runInLanes(longestFirst(files.filter(isInGate)), {
        lanes: LANES,
        env: { ...env, ...FEWER },
        resultsFile,
        clusterPid: cluster.pid,
      })),
    );
  else {
    const together = files.filter((file) => !matchesGlob(file, ONE_AT_A_TIME));
    const alone = files.filter((file) => matchesGlob(file, ONE_AT_A_TIME));
    if (together.length > 0) results.push(...(await runTestsTwice(together, { concurrency: 2, env, resultsFile })));
    if (alone.length > 0) results.push(...(await runTestsTwice(alone, { concurrency: 1, env, resultsFile })));
  }
} finally {
  await cluster.stop();
}
process.exit(concludeTests(results, resultsFile) ? 0 : 1);
