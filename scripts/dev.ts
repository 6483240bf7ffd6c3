import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { readConfig } from "../server/src/config.ts";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { demoSignIns, fillDemo } from "./demo-data.ts";
import { freePort, startPostgres } from "./postgres.ts";

// For working on Kith: a throwaway PostgreSQL with the demo company, the server restarted on each change, and Vite.
const ROOT = join(import.meta.dirname, "..");
const webPort = Number(process.env["PORT"] ?? 5173);
const apiPort = await freePort();
const cluster = await startPostgres();
const children: ChildProcess[] = [];

const env = {
  ...process.env,
  BASE_URL: `http://localhost:${webPort}`,
  DATABASE_URL: cluster.url,
  KITH_SECRET: randomBytes(32).toString("base64url"),
  PORT: String(apiPort),
  PROFILER: "true",
};
const stop = async () => {
  for (const child of children) child.kill("SIGTERM");
  await cluster.stop();
  process.exit(0);
};
process.once("SIGTERM", () => void stop());
process.once("SIGINT", () => void stop());

const config = readConfig(env);
await migrate(config.databaseUrl, config.secret);
await fillDemo(config);
start(process.execPath, ["--watch", "--conditions=source", "server/src/main.ts", "both"], env);
start(join(ROOT, "node_modules/.bin/vite"), ["web", "--port", String(webPort), "--strictPort"], {
  ...process.env,
  KITH_API: `http://localhost:${apiPort}`,
});
process.stdout.write(
  `${JSON.stringify({ base_url: config.baseUrl, profiler: `http://localhost:${apiPort}/_profiler/`, ...demoSignIns })}\n`,
);

function start(command: string, words: string[], environment: NodeJS.ProcessEnv): void {
  const child = spawn(command, words, { cwd: ROOT, env: environment, stdio: ["ignore", "inherit", "inherit"] });
  children.push(child);
}
