import { join } from "node:path";
import type { Config } from "./config.ts";
import { createReadFeed } from "./features/calendar-feed/index.ts";
import { createTail } from "./features/events/index.ts";
import { createKeyAuthenticator, createKeyUsage, FIND_BY_HASH, storeKeyUsage, touchKey, type FoundKey } from "./features/keys/index.ts";
import { createUnsubscribing, watchPresence } from "./features/inbox/index.ts";
import { createIntake, createOptIns, FIND_FORM, type FoundForm } from "./features/leads/index.ts";
import { createMailLinks } from "./features/notifications/index.ts";
import { createRequestLog, storeRequests } from "./features/requests/index.ts";
import { createSessionAuthenticator, FIND_BY_TOKEN, touchSession, type FoundSession } from "./features/sessions/index.ts";
import * as features from "./features.ts";
import type { Execute } from "./kernel/execute.ts";
import { createKnownCallers } from "./platform/known-callers.ts";
import { checkPooling } from "./platform/postgres/check-pooling.ts";
import { createLookup } from "./platform/postgres/lookup.ts";
import { createDatabase } from "./platform/postgres/transaction.ts";
import { anyLink } from "./platform/unsubscribing.ts";
import type { RunningWorker } from "./platform/jobs/worker.ts";
import { ROOT } from "./platform/root.ts";
import { createBackground } from "./background.ts";
import { createPipeline, type AnyFeature } from "./pipeline.ts";
import { createCore, provideAll, type CoreOptions } from "./services.ts";
import { calendarRoutes } from "./surfaces/calendar/routes.ts";
import { callbackRoutes } from "./surfaces/callbacks/routes.ts";
import { createHostedForms } from "./surfaces/forms/hosted.ts";
import { confirmRoutes } from "./surfaces/forms/confirm.ts";
import { fileRoutes } from "./surfaces/files/routes.ts";
import { formRoutes } from "./surfaces/forms/routes.ts";
import { formScriptRoutes } from "./surfaces/forms/script.ts";
import { healthRoutes } from "./surfaces/health/routes.ts";
import { createHostRules } from "./surfaces/host.ts";
import { createHttp } from "./surfaces/http.ts";
import { createKeyGate } from "./surfaces/key-gate.ts";
import { liveRoutes } from "./surfaces/live/routes.ts";
import { mcpRoutes } from "./surfaces/mcp/routes.ts";
import { openApiRoutes } from "./surfaces/openapi/routes.ts";
import { mailFrameRoutes } from "./surfaces/pages/mail-frame.ts";
import { pictureRoutes } from "./surfaces/pictures/routes.ts";
import { pageRoutes } from "./surfaces/pages/routes.ts";
import { profilerRoutes } from "./surfaces/profiler.ts";
import { leadReturnRoutes } from "./surfaces/lead-returns/routes.ts";
import { restRoutes } from "./surfaces/rest/routes.ts";
import { sessionRoutes } from "./surfaces/session/routes.ts";
import { unsubscribeRoutes } from "./surfaces/unsubscribe/routes.ts";

const WEB_FOLDER = join(ROOT, "web/dist");

/** What a test may replace (clock, log, admission) or add (features). */
export interface AppOptions extends CoreOptions {
  extraFeatures?: AnyFeature[];
}

/** The whole service, wired by hand: config, services, features, pipeline, surfaces. Nothing is started yet. */
export async function createApp(config: Config, options: AppOptions = {}) {
  const all: AnyFeature[] = [...Object.values(features), ...(options.extraFeatures ?? [])];
  const quotas = all.flatMap((feature) => feature.quotas);
  const services = provideAll(await createCore(config, quotas, options), config.settings, all);
  const { clock, log, pools, identity, metrics, admission, profiler, afterwards, cursors, cpuShares, pooling } = services;
  const database = createDatabase(pools.app, profiler?.sawStatement, pooling);
  const { execute, jobs, startWorkers, housekeeping, operations } = createPipeline(all, services, database);
  const background = createBackground({ config, services, database, features: all, housekeeping, jobs, startWorkers, execute });

  const usage = createKeyUsage({
    clock,
    rowsPerDay: config.limits.rowsPerDay,
    afterwards: afterwards.run,
    write: (use) => storeKeyUsage(execute, use),
  });
  // Rows that a key reads count towards its daily limit on every surface.
  const countedExecute: Execute = async (operation, actor, ...call) => {
    const answer = await execute(operation, actor, ...call);
    usage.count(actor, answer);
    return answer;
  };

  const requestLog = createRequestLog({
    clock,
    afterwards: afterwards.run,
    write: (companyId, requests) => storeRequests(execute, companyId, requests),
  });

  const isSecure = config.baseUrl.startsWith("https:");
  const hosts = createHostRules(config.baseUrl);
  const knownCallers = createKnownCallers();
  const authenticate = knownCallers.noting(
    createSessionAuthenticator(createLookup<FoundSession>(pools.identity, FIND_BY_TOKEN, pooling), clock),
  );
  const gate = createKeyGate({
    limits: config.limits,
    clock,
    authenticate: knownCallers.noting(createKeyAuthenticator(createLookup<FoundKey>(pools.identity, FIND_BY_HASH, pooling), clock)),
    checkRows: usage.check,
    shares: cpuShares,
    touch: (...use) => afterwards.run(() => touchKey(execute, ...use)),
  });

  const intake = createIntake({
    look: createLookup<FoundForm>(pools.identity, FIND_FORM, pooling),
    execute,
    clock,
    secret: config.secret,
    otherSecret: config.otherSecret,
    baseUrl: config.baseUrl,
    afterwards: afterwards.run,
  });

  let isStopping = false;
  let isChecked = false;
  /** Refuses a pooler that would mix companies up. Asked again while the database cannot be reached. */
  const checkDatabase = async () => {
    if (isChecked) return;
    const found = await checkPooling(config.pooler.url, config.secret, config.pooler.pooling);
    if (!found) return;
    pooling.namesStatements = found.namesStatements;
    isChecked = true;
  };
  const answersQuery = async () => {
    try {
      // Both pools: a caller is looked up in one and served from the other.
      await identity.query("select 1");
      await checkDatabase();
      return isChecked && (await database.answers());
    } catch (error) {
      log.warn({ err: error }, "the database cannot be used");
      return false;
    }
  };
  const health = { metrics, metricsToken: config.metricsToken };
  const { baseUrl, trustedProxies } = config;
  const newHttp = () => createHttp({ hosts, baseUrl, trustedProxies, log, admission, knownCallers, shares: cpuShares, isSecure });

  const http = newHttp();
  await http.register(healthRoutes, {
    ...health,
    isReady: async () => !isStopping && (await answersQuery()),
  });
  await http.register(restRoutes, { operations, execute: countedExecute, gate, addRequest: requestLog.add });
  await http.register(mcpRoutes, {
    operations,
    execute: countedExecute,
    gate,
    hosts,
    baseUrl: config.baseUrl,
    addRequest: requestLog.add,
  });
  await http.register(sessionRoutes, {
    operations,
    execute,
    hosts,
    clock,
    isSecure,
    authenticate,
    limits: config.sessionLimits,
    shares: cpuShares,
    touch: (...use) => afterwards.run(() => touchSession(execute, ...use)),
  });
  await http.register(fileRoutes, {
    execute,
    gate,
    addRequest: requestLog.add,
    hosts,
    clock,
    isSecure,
    authenticate,
    limits: config.sessionLimits,
    shares: cpuShares,
  });
  await http.register(pictureRoutes, {
    execute,
    outbound: services.outbound,
    hosts,
    clock,
    isSecure,
    authenticate,
    limits: config.sessionLimits,
  });
  await http.register(liveRoutes, {
    tail: createTail({ identity, execute, warn: (error) => log.warn({ err: error }, "cannot follow the event log") }),
    presence: watchPresence({ identity, clock, warn: (error) => log.warn({ err: error }, "cannot read who has a conversation open") }),
    cursors,
    hosts,
    isSecure,
    maxStreams: config.liveStreams,
    authenticate,
    countStreams: metrics.countStreams,
  });
  const hosted = createHostedForms({ intake, execute, baseUrl: config.baseUrl });
  await http.register(hosted.routes);
  await http.register(confirmRoutes, { optIns: createOptIns({ identity, execute, clock }) });
  await http.register(formRoutes, { intake, showErrors: hosted.showErrors });
  await http.register(leadReturnRoutes, { execute, clock });
  const unsubscribing = anyLink([
    createUnsubscribing({ identity, execute }),
    createMailLinks({ execute, secret: config.secret, otherSecret: config.otherSecret, clock }),
  ]);
  await http.register(unsubscribeRoutes, { unsubscribing, clock });
  const readFeed = createReadFeed({ identity, execute, clock, afterwards: afterwards.run });
  await http.register(calendarRoutes, { readFeed, clock });
  await http.register(callbackRoutes, { execute, clock });
  await http.register(openApiRoutes, { operations, baseUrl: config.baseUrl });
  await http.register(formScriptRoutes, { folder: WEB_FOLDER });
  await http.register(profilerRoutes, { profiler });
  await http.register(mailFrameRoutes);
  await http.register(pageRoutes, { pages: all.flatMap((feature) => feature.pages), folder: WEB_FOLDER });

  return {
    http,
    execute,
    log,
    checkDatabase,
    startWorker: background.start,
    housekeep: background.housekeep,
    sealLog: background.seal,
    /** The HTTP server of a worker process: health and metrics only. */
    async createWorkerHttp(worker: RunningWorker) {
      const server = newHttp();
      const isReady = async () => !isStopping && worker.life()?.isAlive() === true && (await answersQuery());
      await server.register(healthRoutes, { ...health, isReady });
      return server;
    },
    /** Makes the readiness check fail, so that load balancers send no new requests. Requests are still answered. */
    stopBeingReady() {
      isStopping = true;
    },
    /** Waits until all bookkeeping is written. */
    async settle() {
      afterwards.run(usage.flush);
      afterwards.run(requestLog.flush);
      intake.flush();
      await afterwards.settle();
    },
    async close() {
      await http.close();
      usage.stop();
      requestLog.stop();
      await this.settle();
      admission.stop();
      await services.outbound.close();
      await pools.end();
    },
  };
}
