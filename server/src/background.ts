import type { Config } from "./config.ts";
import type { Database } from "./kernel/database.ts";
import type { Execute } from "./kernel/execute.ts";
import { asSystem } from "./platform/as-system.ts";
import type { Feature, HousekeepingTask, RunningWork, Working } from "./kernel/feature.ts";
import type { BoundJob } from "./kernel/job.ts";
import { createBackupMetrics } from "./platform/backup-metrics.ts";
import { watchCommits } from "./platform/commits.ts";
import { createHousekeeping } from "./platform/housekeeping.ts";
import { idempotencyHousekeeping } from "./platform/idempotency.ts";
import { startWorker, type RunningWorker } from "./platform/jobs/worker.ts";
import { createSealMetric, sealLog } from "./platform/log-seal/seal-log.ts";
import { startLogReader } from "./platform/log-reader/reader.ts";
import { createSubscriptionMetrics } from "./platform/log-reader/subscription-metrics.ts";
import type { Services } from "./services.ts";

interface Background {
  config: Config;
  services: Services;
  database: Database;
  features: Pick<Feature, "subscriptions">[];
  housekeeping: readonly HousekeepingTask[];
  jobs: BoundJob[];
  startWorkers(working: Working): RunningWork[];
  execute: Execute;
}

/** What a worker does besides answering: jobs, subscriptions, the workers that features declare, and housekeeping every hour. */
export function createBackground({ config, services, database, features, housekeeping, jobs, startWorkers, execute }: Background) {
  const { clock, log, metrics, identity, keepFailedJob } = services;
  const { databaseUrl } = config;
  const housekeep = createHousekeeping([...idempotencyHousekeeping, ...housekeeping], { databaseUrl, registry: metrics.registry, log });
  const sealedUntil = createSealMetric(metrics.registry);
  const seal = async () => {
    sealedUntil.set((await sealLog({ databaseUrl, secret: config.secret, clock, log })).getTime() / 1_000);
  };
  const following = createSubscriptionMetrics(metrics.registry);
  const lookAtBackup = createBackupMetrics(metrics.registry);

  /** `isAlone`: no http node in this process, which would need its half of the connections. */
  async function start({ isAlone = false } = {}): Promise<RunningWorker> {
    const callsAtOnce = isAlone ? config.databaseConnections : Math.ceil(config.databaseConnections / 2);
    const commits = watchCommits({ identity });
    const worker = await startWorker({
      databaseUrl,
      commits,
      slots: config.jobSlots,
      callsAtOnce,
      jobs,
      schedules: [
        { name: "housekeeping", cron: "7 * * * *", run: housekeep },
        { name: "log seal", cron: "*/10 * * * *", run: seal },
        { name: "backup age", cron: "* * * * *", run: lookAtBackup },
      ],
      execute,
      async keepFailed({ companyId, id, worker: takenBy, attempt }, reason) {
        await asSystem(execute, companyId)(keepFailedJob, { id, worker: takenBy, attempt, reason });
      },
      clock,
      log,
      metrics: metrics.jobs,
    });
    const subscriptions = features.flatMap((feature) => feature.subscriptions);
    const reader = startLogReader({ subscriptions, execute, database, identity, databaseUrl, clock, log, metrics: following, commits });
    const followers = [reader, ...startWorkers({ databaseUrl, callsAtOnce, commits })];
    return {
      ...worker,
      async stop() {
        await Promise.all([...followers.map((one) => one.stop()), worker.stop(), commits.stop()]);
      },
    };
  }

  return { start, housekeep, seal };
}
