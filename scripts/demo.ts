import { randomBytes } from "node:crypto";
import { createApp } from "../server/src/app.ts";
import { readConfig } from "../server/src/config.ts";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { buildWebIfStale } from "./build-web.ts";
import { demoSignIns, fillDemo } from "./demo-data.ts";
import { freePort, startPostgres } from "./postgres.ts";

// Everything at once, to look at: a throwaway PostgreSQL, a demo company, server and worker. SIGTERM ends all of it.
buildWebIfStale();
const port = Number(process.env["PORT"] ?? 0) || (await freePort());
const cluster = await startPostgres();
try {
  const config = readConfig({
    LOG_LEVEL: "warn",
    ...process.env,
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
    DATABASE_URL: cluster.url,
    KITH_SECRET: randomBytes(32).toString("base64url"),
  });
  await migrate(config.databaseUrl, config.secret);
  await fillDemo(config);
  const app = await createApp(config);
  const worker = await app.startWorker();
  await app.http.listen({ host: "localhost", port });

  const stop = async () => {
    await worker.stop();
    await app.close();
    await cluster.stop();
    process.exit(0);
  };
  process.once("SIGTERM", () => void stop());
  process.once("SIGINT", () => void stop());
  process.stdout.write(`${JSON.stringify({ base_url: config.baseUrl, ...demoSignIns })}\n`);
} catch (error) {
  await cluster.stop();
  throw error;
}
