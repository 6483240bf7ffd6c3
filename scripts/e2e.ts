import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { fillTemplates } from "./installation-database.ts";
import { startPostgres } from "./postgres.ts";

// Runs browser tests against one throwaway PostgreSQL with two databases to clone: the demo company is made once, not by every test.
const given = process.argv.slice(2);
const files = (given.length > 0 ? given : ["e2e/*.e2e.ts"]).flatMap((pattern) => globSync(pattern));
const cluster = await startPostgres({ settings: { max_connections: "400" } });
let code: number | null = 1;
try {
  await fillTemplates(cluster.url);
  const tests = spawn(process.execPath, ["--test", "--test-concurrency=2", "--test-reporter=spec", ...files], {
    stdio: "inherit",
    env: { ...process.env, E2E_CLUSTER: cluster.url },
  });
  [code] = (await once(tests, "exit")) as [number | null];
} finally {
  await cluster.stop();
}
process.exit(files.length > 0 ? (code ?? 1) : 1);
