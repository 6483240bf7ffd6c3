import { randomBytes } from "node:crypto";
import { createApp } from "../server/src/app.ts";
import { readConfig } from "../server/src/config.ts";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { buildWebIfStale } from "./build-web.ts";
import { demoSignIns, fillDemo } from "./demo-data.ts";
import { startDemoReceiver } from "./demo-webhooks.ts";
import { freePort, startPostgres } from "./postgres.ts";

// A complete demo: a throwaway PostgreSQL, a demo company, server and worker. SIGTERM stops all of it, at any time.
const cleanups: (() => Promise<unknown>)[] = [];
let isStopping = false;
async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  for (const clean of cleanups.toReversed()) await clean().catch(() => undefined);
  process.exit(code);
}
process.on("SIGTERM", () => void stop(0));
process.on("SIGINT", () => void stop(0));

try {
  buildWebIfStale();
  const port = Number(process.env["PORT"] ?? 0) || (await freePort());
  const starting = startPostgres();
  cleanups.push(async () => (await starting).stop());
  const cluster = await starting;
  const receiver = await startDemoReceiver();
  cleanups.push(receiver.stop);
  const config = readConfig({
    LOG_LEVEL: "warn",
    ...process.env,
    OUTBOUND_ALLOW: [process.env["OUTBOUND_ALLOW"], receiver.address].filter(Boolean).join(","),
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
    DATABASE_URL: cluster.url,
    KITH_SECRET: randomBytes(32).toString("base64url"),
  });
  await migrate(config.databaseUrl, config.secret);
  await fillDemo(config, receiver.address);
  const app = await createApp(config);
  cleanups.push(app.close);
  const worker = await app.startWorker();
  cleanups.push(() => worker.stop());
  await app.http.listen({ host: "localhost", port });
  process.stdout.write(`${JSON.stringify({ base_url: config.baseUrl, ...demoSignIns })}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  await stop(1);
}
