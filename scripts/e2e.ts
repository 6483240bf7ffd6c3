import { globSync } from "node:fs";
import { fillTemplates } from "./installation-database.ts";
import { startPostgres } from "./postgres.ts";
import { BROWSER_LANES, longestFirst, runInLanes } from "./run-lanes.ts";
import { concludeTests, runTestsTwice, type FileResult } from "./run-tests.ts";
import { isInGate } from "./test-classes.ts";

// Runs browser tests against one throwaway PostgreSQL with two databases to clone: the demo company is made once, not by every test.
// A file that fails is run once more by itself: a browser on a busy machine is sometimes too slow, and a real fault fails both times.
// With --gate it runs those that decide whether a change lands, in a few processes, each with one browser.
const isGate = process.argv.includes("--gate");
const given = process.argv.slice(2).filter((one) => one !== "--gate");
const files = (given.length > 0 ? given : ["e2e/*.e2e.ts"]).flatMap((pattern) => globSync(pattern));
const resultsFile = process.env["TEST_RESULTS"];
const cluster = await startPostgres({ settings: { max_connections: "400" } });
let results: FileResult[] = [];
try {
  await fillTemplates(cluster.url);
  const env = { E2E_CLUSTER: cluster.url, E2E_SUPERUSER: cluster.superuserUrl };
  const gate = { lanes: BROWSER_LANES, env: { ...env, TEST_GATE: "1" }, resultsFile };
  if (isGate) results = await runInLanes(longestFirst(files.filter(isInGate)), gate);
  else if (files.length > 0) results = await runTestsTwice(files, { concurrency: 2, env, resultsFile });
} finally {
  await cluster.stop();
}
process.exit(concludeTests(results, resultsFile) ? 0 : 1);
