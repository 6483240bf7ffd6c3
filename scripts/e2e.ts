import { globSync } from "node:fs";
import { fillTemplates } from "./installation-database.ts";
import { startPostgres } from "./postgres.ts";
import { concludeTests, runTestsTwice, type FileResult } from "./run-tests.ts";

// Runs browser tests against one throwaway PostgreSQL with two databases to clone: the demo company is made once, not by every test.
// A file that fails is run once more by itself: a browser on a busy machine is sometimes too slow, and a real fault fails both times.
const given = process.argv.slice(2);
const files = (given.length > 0 ? given : ["e2e/*.e2e.ts"]).flatMap((pattern) => globSync(pattern));
const cluster = await startPostgres({ settings: { max_connections: "400" } });
let results: FileResult[] = [];
try {
  await fillTemplates(cluster.url);
  if (files.length > 0)
    results = await runTestsTwice(files, { concurrency: 2, env: { E2E_CLUSTER: cluster.url, E2E_SUPERUSER: cluster.superuserUrl } });
} finally {
  await cluster.stop();
}
process.exit(concludeTests(results) ? 0 : 1);
