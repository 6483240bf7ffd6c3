import { createApp } from "../server/src/app.ts";
import { giveFailedJob } from "../server/test/jobs/lab.ts";
import { demoSignIns } from "./demo-data.ts";
import { createHttpProcess } from "./http-process.ts";
import { openDatabase } from "./installation-database.ts";
import { freePort } from "./postgres.ts";

// An installation for one browser test, in its own process: started with fork(), controlled by messages, ended by SIGTERM.
// It serves the existing build of the web application: two tests that build at once would overwrite each other's files.
const database = await openDatabase(process.argv.includes("--demo"));
let passedMs = 0;

try {
  const config = database.configFor(await freePort());
  const clock = { now: () => new Date(Date.now() + passedMs) };
  const app = await createApp(config, { clock });
  // In its own process it can be killed; in this one it starts sooner and uses the test's clock.
  const http = process.argv.includes("--http-process") ? createHttpProcess(database.settingsFor(config.port), config.baseUrl) : undefined;
  await (http ? http.start() : app.http.listen({ host: "localhost", port: config.port }));
  let worker = await app.startWorker();
  // A second http node on the same database, for tests across nodes.
  const otherConfig = database.configFor(await freePort());
  const other = await createApp(otherConfig, { clock });
  await other.http.listen({ host: "localhost", port: otherConfig.port });

  const stop = async () => {
    await worker.stop();
    await http?.kill();
    await Promise.all([app.close(), other.close()]);
    await database.drop();
    process.exit(0);
  };
  process.once("SIGTERM", () => void stop());
  // The test process is gone: leave nothing running.
  process.once("disconnect", () => void stop());
  const onMessage = async (
    message:
      | { pass_ms: number }
      | { is_working: boolean }
      | { has_http: boolean }
      | { failed_job: { email: string; reason: string; name?: string } },
  ) => {
    if ("pass_ms" in message) passedMs += message.pass_ms;
    else if ("failed_job" in message) await giveFailedJob({ database }, message.failed_job, message.failed_job);
    else if ("has_http" in message) await (message.has_http ? http?.start() : http?.kill());
    else if (message.is_working) worker = await app.startWorker();
    else await worker.stop();
    process.send?.({ passed_ms: passedMs });
  };
  process.on("message", (message: Parameters<typeof onMessage>[0]) => void onMessage(message));
  process.send?.({ base_url: config.baseUrl, other_url: otherConfig.baseUrl, ...demoSignIns });
} catch (error) {
  await database.drop();
  throw error;
}
