import type { Config } from "./config.ts";
import { oauthProviders } from "./features/channels/index.ts";
import type { FileRules } from "./features/files/index.ts";
import { draftsSeenBy, inboxUndo, messagesSeen } from "./features/inbox/index.ts";
import { createAttempts } from "./features/sessions/index.ts";
import { createSchemas } from "./features/types/index.ts";
import { systemClock, type Clock } from "./kernel/clock.ts";
import type { Quota } from "./kernel/quota.ts";
import { createCursors } from "./platform/cursors.ts";
import { createAfterwards } from "./platform/afterwards.ts";
import { createCpuShares } from "./platform/cpu-shares.ts";
import { createLog, type Logger } from "./platform/log.ts";
import { createMail } from "./platform/mail.ts";
import { createOutbound } from "./platform/outbound/outbound.ts";
import { createVault } from "./platform/vault.ts";
import { createMetrics } from "./platform/metrics.ts";
import { createIndexMaker } from "./platform/postgres/index-maker.ts";
import { openPools } from "./platform/postgres/pools.ts";
import { createPasswordHash } from "./platform/password-hash.ts";
import { createDatabase, createReader } from "./platform/postgres/transaction.ts";
import { createQuotas } from "./platform/quotas.ts";
import { watchPressure, type Pressure } from "./platform/pressure.ts";
import { createProfiler } from "./platform/profiler.ts";

/** Who may download what shows a file, by the prefix of its id. */
const fileRules: FileRules = { msg: messagesSeen, drf: draftsSeenBy };

export type Services = Awaited<ReturnType<typeof createServices>>;

/** What handlers, jobs and surfaces are given. Each feature names the few it needs; the wiring in app.ts checks that all are here. */
export async function createServices(
  config: Config,
  quotas: readonly Quota[],
  options: { clock?: Clock; log?: Logger; pressure?: Pressure },
) {
  const clock = options.clock ?? systemClock;
  const log = options.log ?? createLog(config.logLevel);
  const pools = openPools(config.databaseUrl, config.secret, config.databaseConnections, (error) =>
    log.warn({ err: error }, "a database connection was lost"),
  );
  const database = createDatabase(pools.app);
  const mail = config.mail && (await createMail(config.mail.smtpUrl, config.mail.from));
  return {
    clock,
    log,
    pools,
    identity: createReader(pools.identity),
    metrics: createMetrics(),
    pressure: options.pressure ?? watchPressure(),
    cpuShares: createCpuShares(config.companyCpuPercent),
    profiler: config.hasProfiler ? createProfiler() : undefined,
    afterwards: createAfterwards(log),
    cursors: createCursors(config.secret),
    schemas: createSchemas(),
    attempts: createAttempts(database, clock, config.secret, config.signInTries),
    passwordHash: createPasswordHash(config.passwordHashKib),
    signUp: config.signUp,
    quotas: createQuotas(quotas, config.quotas),
    fileRules,
    otherUndo: inboxUndo,
    mail,
    outbound: createOutbound(config.outbound),
    vault: createVault(config.secret),
    /** For what is read before a call uses the network; everything else is read in the call's own transaction. */
    database,
    oauth: oauthProviders(config.oauth),
    whatsAppUrl: config.whatsAppUrl,
    webhookLogDays: config.webhookLogDays,
    sendsMail: mail !== undefined,
    createIndex: createIndexMaker(config.databaseUrl),
    baseUrl: config.baseUrl,
    cell: config.cell,
  };
}
