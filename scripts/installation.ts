import { createApp } from "../server/src/app.ts";
import { giveFailedJob } from "../server/test/jobs/lab.ts";
import { demoSignIns } from "./demo-data.ts";
import { createHttpProcess } from "./http-process.ts";
import { openDatabase } from "./installation-database.ts";
import { freePort } from "./postgres.ts";

// An installation for one browser test, in a process of its own: started with fork(), told by messages, ended by SIGTERM.
// It serves the web application as built before: two tests that built at once would pull the files from under each other.
const database = await openDatabase(process.argv.includes("--demo"));
let passedMs = 0;

try {
  const config = database.configFor(await freePort());
  const clock = { now: () => new Date(Date.now() + passedMs) };
  const app = await createApp(config, { clock });
  // As a process of its own it can be killed; in this one it starts sooner, and time passes for it, too.
  const http = process.argv.includes("--http-process") ? createHttpProcess(database.settingsFor(config.port), config.baseUrl) : undefined;
  await (http ? http.start() : app.http.listen({ host: "localhost", port: config.port }));
  let worker = await app.startWorker();
  // A second http node on the same database: what happens on one is seen on the other.
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
  // The test ended without a word: leave nothing running behind it.
  process.once("disconnect", () => void stop());
  const tell = async (
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
  process.on("message", (message: Parameters<typeof tell>[0]) => void tell(message));
  process.send?.({ base_url: config.baseUrl, other_url: otherConfig.baseUrl, ...demoSignIns });
} catch (error) {
  await database.drop();
  throw error;
}
