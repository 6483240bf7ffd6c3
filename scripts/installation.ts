import { createApp } from "../server/src/app.ts";
import { giveFailedJob } from "../server/test/jobs/lab.ts";
import { CONNECT_MS, NO_LIMIT } from "../server/test/service.ts";
import { demoSignIns } from "./demo-data.ts";
import { createHttpProcess } from "./http-process.ts";
import { openDatabase } from "./installation-database.ts";
import { freePort } from "./postgres.ts";

// Installations for browser tests, in a process of their own: started with fork(), controlled by messages, ended by SIGTERM. A worker of
// the tests keeps the process, so that the next installation starts without reading the service again.
// They serve the existing build of the web application: two tests that build at once would overwrite each other's files.
type Order =
  | { open: { withDemo: boolean; withHttpProcess: boolean } }
  | { pass_ms: number }
  | { is_working: boolean }
  | { has_http: boolean }
  | { other: true }
  | { failed_job: { email: string; reason: string; name?: string } }
  | { close: true };

interface Asked {
  call: number;
  installation: number;
  order: Order;
}

type Open = Awaited<ReturnType<typeof open>>;
const installations = new Map<number, Open>();

async function open({ withDemo, withHttpProcess }: { withDemo: boolean; withHttpProcess: boolean }) {
  const database = await openDatabase(withDemo);
  let passedMs = 0;
  try {
    const config = database.configFor(await freePort());
    const clock = { now: () => new Date(Date.now() + passedMs) };
    const app = await createApp(config, { clock, admission: NO_LIMIT, connectMs: CONNECT_MS });
    // In its own process it can be killed; in this one it starts sooner and uses the test's clock.
    const http = withHttpProcess ? createHttpProcess(database.settingsFor(config.port), config.baseUrl) : undefined;
    await (http ? http.start() : app.http.listen({ host: "localhost", port: config.port }));
    let worker = await app.startWorker();
    const others: Awaited<ReturnType<typeof createApp>>[] = [];
    /** Another http node on the same database, for tests across nodes. */
    const startOther = async () => {
      const otherConfig = database.configFor(await freePort());
      const other = await createApp(otherConfig, { clock, admission: NO_LIMIT, connectMs: CONNECT_MS });
      others.push(other);
      await other.http.listen({ host: "localhost", port: otherConfig.port });
      return { url: otherConfig.baseUrl };
    };
    return {
      reply: { base_url: config.baseUrl, ...demoSignIns },
      async follow(order: Order): Promise<unknown> {
        if ("other" in order) return startOther();
        if ("pass_ms" in order) passedMs += order.pass_ms;
        else if ("failed_job" in order) await giveFailedJob({ database }, order.failed_job, order.failed_job);
        else if ("has_http" in order) await (order.has_http ? http?.start() : http?.kill());
        else if ("is_working" in order && order.is_working) worker = await app.startWorker();
        else await worker.stop();
        return undefined;
      },
      async close() {
        await worker.stop();
        await http?.kill();
        await Promise.all([app, ...others].map((one) => one.close()));
        await database.drop();
      },
    };
  } catch (error) {
    await database.drop();
    throw error;
  }
}

async function follow({ installation, order }: Asked): Promise<unknown> {
  if ("open" in order) {
    const opened = await open(order.open);
    installations.set(installation, opened);
    return opened.reply;
  }
  const one = installations.get(installation);
  if ("close" in order) {
    installations.delete(installation);
    return one?.close();
  }
  return one?.follow(order);
}

const stop = async () => {
  await Promise.all([...installations.values()].map((one) => one.close()));
  process.exit(0);
};
process.once("SIGTERM", () => void stop());
// The test process is gone: leave nothing running.
process.once("disconnect", () => void stop());
process.on("message", (asked: Asked) => {
  follow(asked).then(
    (reply) => process.send?.({ call: asked.call, reply: reply ?? {} }),
    (error: unknown) => process.send?.({ call: asked.call, failed: error instanceof Error ? error.stack : String(error) }),
  );
});
