import { randomBytes } from "node:crypto";
import { createApp } from "../server/src/app.ts";
import { readConfig } from "../server/src/config.ts";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { demoSignIns, fillDemo } from "./demo-data.ts";
import { freePort, startPostgres } from "./postgres.ts";

// An installation for one browser test, in a process of its own: started with fork(), told by messages, ended by SIGTERM.
// It serves the web application as built before: two tests that built at once would pull the files from under each other.
const port = await freePort();
const cluster = await startPostgres();
let passedMs = 0;

try {
  const config = readConfig({
    LOG_LEVEL: "silent",
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
    DATABASE_URL: cluster.url,
    KITH_SECRET: randomBytes(32).toString("base64url"),
  });
  await migrate(config.databaseUrl, config.secret);
  if (process.argv.includes("--demo")) await fillDemo(config);
  const app = await createApp(config, { clock: { now: () => new Date(Date.now() + passedMs) } });
  await app.http.listen({ host: "localhost", port });

  const stop = async () => {
    await app.close();
    await cluster.stop();
    process.exit(0);
  };
  process.once("SIGTERM", () => void stop());
  // The test ended without a word: leave nothing running behind it.
  process.once("disconnect", () => void stop());
  process.on("message", (message: { pass_ms: number }) => {
    passedMs += message.pass_ms;
    process.send?.({ passed_ms: passedMs });
  });
  process.send?.({ base_url: config.baseUrl, ...demoSignIns });
} catch (error) {
  await cluster.stop();
  throw error;
}
