import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { startPostgres } from "./postgres.ts";

const FILL = join(import.meta.dirname, "fill-templates.ts");

/** One throwaway PostgreSQL for all browser tests, with two databases to clone: the demo company is made once, not by every test. */
// oxlint-disable-next-line import/no-default-export -- that is how Playwright finds it
export default async function startCluster(): Promise<() => Promise<void>> {
  // Playwright ends in order when it is interrupted. A run that takes too long gets SIGTERM instead.
  process.once("SIGTERM", () => process.kill(process.pid, "SIGINT"));
  const cluster = await startPostgres({ isInMemory: true, settings: { max_connections: "400" } });
  // Interrupted before it returns, Playwright does not know what to stop.
  const kill = () => process.kill(cluster.pid, "SIGINT");
  process.once("exit", kill);
  const stop = async () => {
    process.off("exit", kill);
    await cluster.stop();
  };
  try {
    await promisify(execFile)(process.execPath, ["--conditions=source", FILL, cluster.url]);
  } catch (error) {
    await stop();
    throw error;
  }
  Object.assign(process.env, { E2E_CLUSTER: cluster.url, E2E_SUPERUSER: cluster.superuserUrl });
  return stop;
}
