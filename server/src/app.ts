import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Config } from "./config.ts";
import { eventTypes } from "./events.ts";
import { pages } from "./pages.ts";
import { assistantHandlers } from "./features/assistant/index.ts";
import { companyHandlers } from "./features/companies/index.ts";
import { dashboardHandlers, dashboardJobs } from "./features/dashboards/index.ts";
import { appendEvents, createTail, eventHandlers, eventHousekeeping } from "./features/events/index.ts";
import { exportHandlers, exportHousekeeping, exportJobs } from "./features/exports/index.ts";
import { importHandlers, importHousekeeping, importJobs } from "./features/imports/index.ts";
import { invitationHandlers, invitationJobs } from "./features/invitations/index.ts";
import {
  createKeyAuthenticator,
  createKeyUsage,
  FIND_BY_HASH,
  keyHandlers,
  keyHousekeeping,
  type FoundKey,
} from "./features/keys/index.ts";
import { keyId } from "./features/keys/operations.ts";
import { memberHandlers } from "./features/members/index.ts";
import { passwordHandlers, passwordHousekeeping, passwordJobs } from "./features/passwords/index.ts";
import {
  createAttempts,
  createSessionAuthenticator,
  FIND_BY_TOKEN,
  sessionHandlers,
  sessionHousekeeping,
  type FoundSession,
} from "./features/sessions/index.ts";
import { sessionId } from "./features/sessions/operations.ts";
import { recordHandlers, recordHousekeeping, recordJobs } from "./features/records/index.ts";
import { sampleHandlers, sampleJobs } from "./features/samples/index.ts";
import { createSchemas, typeHandlers, typeJobs } from "./features/types/index.ts";
import { viewHandlers } from "./features/views/index.ts";
import { system, type Actor } from "./kernel/actor.ts";
import { MINUTE_MS, systemClock, type Clock } from "./kernel/clock.ts";
import { createExecute, type Execute } from "./kernel/execute.ts";
import type { BoundOperation } from "./kernel/operation.ts";
import { createCursors } from "./kernel/page.ts";
import { newId } from "./kernel/random.ts";
import { idempotencyHousekeeping, once } from "./platform/idempotency.ts";
import { createLog, type Logger } from "./platform/log.ts";
import { createMail } from "./platform/mail.ts";
import { createMetrics } from "./platform/metrics.ts";
import { createLookup } from "./platform/postgres/lookup.ts";
import { openPools } from "./platform/postgres/pools.ts";
import { createIndexMaker } from "./platform/postgres/index-maker.ts";
import { createDatabase, createReader } from "./platform/postgres/transaction.ts";
import { watchPressure } from "./platform/pressure.ts";
import { createProfiler } from "./platform/profiler.ts";
import { enqueueJob, startWorker } from "./platform/queue.ts";
import { createHostRules } from "./surfaces/host.ts";
import { createHttp } from "./surfaces/http.ts";
import { createKeyGate } from "./surfaces/key-gate.ts";
import { liveRoutes } from "./surfaces/live/routes.ts";
import { machineRoutes } from "./surfaces/machines/routes.ts";
import { mcpRoutes } from "./surfaces/mcp/routes.ts";
import { openApiRoutes } from "./surfaces/openapi/routes.ts";
import { pageRoutes } from "./surfaces/pages/routes.ts";
import { profilerRoutes } from "./surfaces/profiler.ts";
import { restRoutes } from "./surfaces/rest/routes.ts";
import { sessionRoutes } from "./surfaces/session/routes.ts";

const WEB_FOLDER = join(import.meta.dirname, "../../web/dist");

/** What a test may put in place of the real thing: the clock, the log's destination, and a room more. */
export interface AppOptions {
  clock?: Clock;
  log?: Logger;
  extraRooms?: BoundOperation[];
}

/** The whole service, wired by hand: config, database, rooms, road, surfaces. Nothing is started yet. */
export async function createApp(config: Config, options: AppOptions = {}) {
  const clock = options.clock ?? systemClock;
  const log = options.log ?? createLog(config.logLevel);
  const metrics = createMetrics();
  const pressure = watchPressure();
  const profiler = config.hasProfiler ? createProfiler() : undefined;
  const pools = openPools(config.databaseUrl, config.secret, config.databaseConnections, (error) =>
    log.warn({ err: error }, "a database connection was lost"),
  );
  const identity = createReader(pools.identity);
  const mail = config.mail && (await createMail(config.mail.smtpUrl, config.mail.from));
  const cursors = createCursors(config.secret);
  const attempts = createAttempts(clock);
  const shared = {
    schemas: createSchemas(),
    identity,
    clock,
    cursors,
    eventTypes,
    attempts,
    baseUrl: config.baseUrl,
    sendsMail: mail !== undefined,
    cell: config.cell,
    // For a room whose answer is made of several calls: each goes down the one road by itself.
    execute: (...call: Parameters<Execute>) => execute(...call),
  };

  const rooms: BoundOperation[] = [
    ...assistantHandlers(shared),
    ...companyHandlers(shared),
    ...dashboardHandlers(shared),
    ...eventHandlers(shared),
    ...exportHandlers(shared),
    ...importHandlers(shared),
    ...invitationHandlers(shared),
    ...keyHandlers(shared),
    ...memberHandlers(shared),
    ...passwordHandlers(shared),
    ...recordHandlers(shared),
    ...sampleHandlers(shared),
    ...sessionHandlers(shared),
    ...typeHandlers(shared),
    ...viewHandlers(shared),
    ...(options.extraRooms ?? []),
  ];
  const work = {
    jobs: [
      ...dashboardJobs(),
      ...exportJobs(),
      ...importJobs(),
      ...invitationJobs(mail),
      ...passwordJobs(mail),
      ...recordJobs(createIndexMaker(config.databaseUrl)),
      ...sampleJobs(),
      ...typeJobs(),
    ],
    housekeeping: [
      eventHousekeeping,
      exportHousekeeping,
      idempotencyHousekeeping,
      ...importHousekeeping,
      keyHousekeeping,
      passwordHousekeeping,
      recordHousekeeping,
      sessionHousekeeping,
    ],
  };

  // Bookkeeping outside the request's path, one after the other on one connection, once the answer has left. If it is lost
  // with the process, a later call does it again.
  let notes: Promise<unknown> = Promise.resolve();
  const afterwards = (bookkeeping: () => Promise<unknown>) => {
    notes = notes
      .then(() => setImmediate())
      .then(bookkeeping)
      .catch((error: unknown) => log.error({ err: error }, "bookkeeping failed"));
  };

  const perform = createExecute(rooms, {
    database: createDatabase(pools.app, profiler?.sawStatement),
    clock,
    appendEvents,
    enqueueJob,
    once,
    afterwards,
    observe(operation, actor, request, ms, error) {
      metrics.observe(operation, request.surface, error?.code ?? "ok", ms / 1000);
      profiler?.sawCall(operation, ms, error?.code ?? "ok");
      const line = { operation, request: request.id, surface: request.surface, ms: Math.round(ms), ...whoIs(actor) };
      if (error && error.status >= 500) log.error({ ...line, code: error.code, err: error.cause ?? error }, "failed");
      else if (error) log.info({ ...line, code: error.code }, "refused");
      else log.debug(line, "done");
    },
  });
  const execute: Execute = profiler ? (...call) => profiler.follow(() => perform(...call)) : perform;

  const bySystem = (companyId: string, operation: string, input: unknown) =>
    execute(operation, system(companyId), input, { id: newId(), surface: "system" });
  const note = (companyId: string, operation: string, input: unknown) => afterwards(() => bySystem(companyId, operation, input));

  const usage = createKeyUsage({
    clock,
    rowsPerDay: config.limits.rowsPerDay,
    afterwards,
    async write({ companyId, keyId: key, ...read }) {
      const written = await bySystem(companyId, "keys.noteUsage", { id: keyId.encode(key), ...read });
      return (written as { rows: number }).rows;
    },
  });
  const flushing = setInterval(() => afterwards(usage.flush), MINUTE_MS).unref();
  // Whatever a key is given counts, whichever way it asked.
  const countedExecute: Execute = async (name, actor, ...call) => {
    const answer = await execute(name, actor, ...call);
    usage.count(actor, answer);
    return answer;
  };

  const authenticateKey = createKeyAuthenticator(createLookup<FoundKey>(pools.identity, FIND_BY_HASH), clock);
  const authenticateSession = createSessionAuthenticator(createLookup<FoundSession>(pools.identity, FIND_BY_TOKEN), clock);

  const hosts = createHostRules(config.baseUrl);
  const gate = createKeyGate({
    limits: config.limits,
    clock,
    authenticate: authenticateKey,
    checkRows: usage.check,
    touch(actor, client, isNamed) {
      if (actor.proof.kind === "key")
        note(actor.companyId, "keys.touch", { id: keyId.encode(actor.proof.keyId), client, client_named: isNamed });
    },
  });
  const operations = rooms.map((room) => room.operation);
  let isStopping = false;

  const http = createHttp({ hosts, baseUrl: config.baseUrl, trustedProxies: config.trustedProxies, log, pressure });
  await http.register(machineRoutes, {
    metrics,
    metricsToken: config.metricsToken,
    isReady: async () =>
      !isStopping &&
      !pressure.isTooHigh() &&
      (await identity.query("select 1").then(
        () => true,
        () => false,
      )),
  });
  await http.register(restRoutes, { operations, execute: countedExecute, gate });
  await http.register(mcpRoutes, { operations, execute: countedExecute, gate, hosts, baseUrl: config.baseUrl });
  await http.register(sessionRoutes, {
    operations,
    execute,
    hosts,
    clock,
    isSecure: config.baseUrl.startsWith("https:"),
    authenticate: authenticateSession,
    touch(actor, ip) {
      if (actor.proof.kind === "session") note(actor.companyId, "sessions.touch", { id: sessionId.encode(actor.proof.sessionId), ip });
    },
  });
  await http.register(liveRoutes, {
    tail: createTail({ identity, execute, warn: (error) => log.warn({ err: error }, "cannot follow the event log just now") }),
    cursors,
    hosts,
    isSecure: config.baseUrl.startsWith("https:"),
    most: config.liveStreams,
    authenticate: authenticateSession,
    countStreams: metrics.countStreams,
  });
  await http.register(openApiRoutes, { operations, baseUrl: config.baseUrl });
  await http.register(profilerRoutes, { profiler });
  await http.register(pageRoutes, { pages, folder: WEB_FOLDER });

  return {
    http,
    execute,
    log,
    startWorker: () => startWorker(config.databaseUrl, work, execute, log),
    /** Tells balancers to look elsewhere, while requests are still answered. */
    stopBeingReady() {
      isStopping = true;
    },
    /** Brings the bookkeeping up to date. */
    async settle() {
      afterwards(usage.flush);
      await notes;
    },
    async close() {
      await http.close();
      clearInterval(flushing);
      await this.settle();
      pressure.stop();
      await pools.end();
    },
  };
}

function whoIs(actor: Actor) {
  if (actor.kind === "anonymous") return {};
  if (actor.kind === "system") return { company: actor.companyId };
  return { company: actor.companyId, user: actor.userId, ...(actor.proof.kind === "key" ? { key: actor.proof.keyId } : {}) };
}
