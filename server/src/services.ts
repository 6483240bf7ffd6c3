import type { Config } from "./config.ts";
import type * as features from "./features.ts";
import { systemClock, type Clock } from "./kernel/clock.ts";
import type { Quota } from "./kernel/quota.ts";
import { createCursors } from "./platform/cursors.ts";
import { createAdmission, type Admission } from "./platform/admission.ts";
import { createAfterwards } from "./platform/afterwards.ts";
import { createCpuShares } from "./platform/cpu-shares.ts";
import { createLog, type Logger } from "./platform/log.ts";
import { createMail } from "./platform/mail.ts";
import { createOutbound } from "./platform/outbound/outbound.ts";
import { createVault } from "./platform/vault.ts";
import { createMetrics } from "./platform/metrics.ts";
import { createIndexMaker } from "./platform/postgres/index-maker.ts";
import { createPooling } from "./platform/postgres/pooling.ts";
import { createPoolMetrics } from "./platform/postgres/pool-metrics.ts";
import { openPools } from "./platform/postgres/pools.ts";
import { createPasswordHash } from "./platform/password-hash.ts";
import { createDatabase, createReader } from "./platform/postgres/transaction.ts";
import { createQuotas } from "./platform/quotas.ts";
import { createProfiler } from "./platform/profiler.ts";

export type Core = Awaited<ReturnType<typeof createCore>>;

type Features = typeof features;
type Both<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void ? All : never;
type ProvidedBy<One> = One extends { provides(settings: never, core: never): infer Provided } ? Provided : never;
type OfFeatures = Both<{ [Name in keyof Features]: ProvidedBy<Features[Name]> }[keyof Features]>;

/** What handlers, jobs and surfaces are given. Each feature names the few it needs; the wiring in app.ts checks that all are here. */
export type Services = Core & OfFeatures;

export interface CoreOptions {
  clock?: Clock;
  log?: Logger;
  admission?: Admission;
  /** How long a call waits for a connection. Tests on a busy machine wait longer than people do. */
  connectMs?: number;
}

/** What the service provides without knowing any feature. */
export async function createCore(config: Config, quotas: readonly Quota[], options: CoreOptions) {
  const clock = options.clock ?? systemClock;
  const log = options.log ?? createLog(config.logLevel);
  const lost = (error: Error) => log.warn({ err: error }, "a database connection was lost");
  const pools = openPools(config.pooler.url, config.secret, config.databaseConnections, lost, options.connectMs);
  const pooling = createPooling(config.pooler.pooling);
  const database = createDatabase(pools.app, undefined, pooling);
  const metrics = createMetrics(config.build);
  createPoolMetrics(metrics.registry, { app: pools.app, identity: pools.identity });
  const cpuShares = createCpuShares(config.companyCpuPercent);
  const mail = config.mail && (await createMail(config.mail.smtpUrl, config.mail.from));
  return {
    clock,
    log,
    pools,
    pooling,
    identity: createReader(pools.identity, pooling),
    metrics,
    admission: options.admission ?? createAdmission(cpuShares),
    cpuShares,
    profiler: config.hasProfiler ? createProfiler() : undefined,
    afterwards: createAfterwards(log),
    cursors: createCursors(config.secret, config.otherSecret),
    passwordHash: createPasswordHash(config.passwordHashKib),
    quotas: createQuotas(quotas, config.quotas),
    mail,
    outbound: createOutbound(config.outbound),
    vault: createVault(config.secret, config.otherSecret),
    /** For what is read before a call uses the network; everything else is read in the call's own transaction. */
    database,
    sendsMail: mail !== undefined,
    createIndex: createIndexMaker(config.databaseUrl),
    keptAnswersMiB: config.keptAnswersMiB,
    secret: config.secret,
    baseUrl: config.baseUrl,
    cell: config.cell,
  };
}

interface Providing {
  provides(settings: never, core: Core): object;
}

/** Tables to which several features add lines of their own. */
const TABLES: ReadonlySet<string> = new Set(["fileRules"]);

/** Adds what the features provide. Two that provide the same would take it from each other. */
export function provideAll(core: Core, settings: Config["settings"], all: readonly Providing[]): Services {
  const services: Record<string, unknown> = { ...core };
  for (const feature of all)
    for (const [name, service] of Object.entries(feature.provides(settings as never, core))) {
      if (name in services && !TABLES.has(name)) throw new Error(`"${name}" is provided twice`);
      services[name] = TABLES.has(name) ? { ...(services[name] as object), ...(service as object) } : service;
    }
  // The features of the service are all among them: app.ts adds those of tests.
  return services as Services;
}
