import { enableCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";

const READY_OFF_MS = 5_000;
const HARD_STOP_MS = 30_000;

const NODES_STOPPED = "--nodes-stopped";
const USAGE = `usage: main (http | worker | both | migrate [${NODES_STOPPED}] | doctor | verify-log [company] | reseal)`;

const SUPERUSER_ADVICE =
  "Everybody may still create large objects in this database, which Kith never does. A superuser can forbid it (docs/operating.md):";

/** Starts the http node, the worker, or both in one process; or migrates the database. */
async function main(role: string | undefined, argument: string | undefined): Promise<void> {
  if (!role || !["http", "worker", "both", "migrate", "doctor", "verify-log", "reseal"].includes(role)) throw new Error(USAGE);
  // Compiled code is cached between starts, so a new node answers sooner.
  enableCompileCache();
  // Loading makes much that is gone a moment later. V8 would give the young generation 30 MB for it and keep them.
  setFlagsFromString("--semi-space-growth-factor=1");
  const { readConfig } = await import("./config.ts");
  const config = readConfig(process.env);
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  if (role === "verify-log") {
    const { reportLog } = await import("./platform/log-seal/report-log.ts");
    const secrets = [config.secret, ...(config.otherSecret === undefined ? [] : [config.otherSecret])];
    process.exitCode = (await reportLog(config.databaseUrl, secrets, argument, say)) ? 0 : 1;
    return;
  }
  if (role === "reseal") {
    const { reseal } = await import("./reseal.ts");
    process.exitCode = (await reseal(config, say)) ? 0 : 1;
    return;
  }
  if (role === "doctor") {
    const { examine, report } = await import("./platform/doctor/doctor.ts");
    const found = await examine({ ...config, hasMail: config.mail !== undefined });
    process.exitCode = report(found, say) ? 0 : 1;
    return;
  }
  if (role === "migrate") {
    const { migrate } = await import("./platform/postgres/migrate.ts");
    const applied = await migrate(config.databaseUrl, config.secret, undefined, config.otherSecret, {
      areNodesStopped: argument === NODES_STOPPED,
    });
    process.stdout.write(applied.length > 0 ? `applied ${applied.join(", ")}\n` : "nothing to do\n");
    const { rightsToRevoke } = await import("./platform/postgres/narrow-rights.ts");
    const statements = await rightsToRevoke(config.databaseUrl);
    if (statements.length > 0) process.stdout.write(`${SUPERUSER_ADVICE}\n${statements.join("\n")}\n`);
    return;
  }

  const { createApp } = await import("./app.ts");
  // A worker holds few connections and works all the time: it needs no pooler.
  const app = await createApp(role === "worker" ? { ...config, pooler: { url: config.databaseUrl, pooling: "session" } } : config);
  await app.checkDatabase();
  // Loaded only if it is used: the packages behind it are large.
  const stopTracing =
    config.tracing && (await import("./platform/send-traces.ts")).sendTraces(config.tracing, role, config.build.version, app.log);
  const worker = role === "http" ? undefined : await app.startWorker({ isAlone: role === "worker" });
  const monitor = worker && role === "worker" ? await app.createWorkerHttp(worker) : undefined;
  const address = await (monitor
    ? monitor.listen({ host: config.host, port: config.workerPort })
    : app.http.listen({ host: config.host, port: config.port }));
  setFlagsFromString("--semi-space-growth-factor=2");
  app.log.info({ address, base: config.baseUrl }, "listening");

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    // The process ends even if something hangs; all committed work is in the database.
    setTimeout(() => process.exit(1), HARD_STOP_MS).unref();
    app.stopBeingReady();
    // A load balancer needs a moment to notice before connections are refused. Without trusted proxies there is none.
    if (config.trustedProxies.length > 0) await new Promise((resolve) => setTimeout(resolve, READY_OFF_MS));
    await worker?.stop();
    await monitor?.close();
    await app.close();
    await stopTracing?.();
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop());
  process.on("SIGINT", () => void stop());
}

await main(process.argv[2], process.argv[3]).catch(async (error: unknown) => {
  const { explain } = await import("./platform/postgres/explain-failure.ts");
  process.stderr.write(`${explain(error).join("\n")}\n`);
  process.exit(1);
});
