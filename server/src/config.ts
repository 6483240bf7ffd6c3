import { z } from "zod";
import { parseAllowed, type AllowedNetwork } from "./platform/outbound/addresses.ts";
import type { Pooler } from "./platform/postgres/pooling.ts";
import { PASSWORD_HASH_KIB } from "./platform/password-hash.ts";
import { count, httpUrl, listed, port } from "./platform/setting-kinds.ts";
import { settings } from "./settings.ts";

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const QUOTA = /^([a-z_]+)=(\d{1,9})$/;
/** `shared_views=500, types=50`: other numbers for some of the quotas. */
const quotas = z
  .string()
  .default("")
  .transform(listed)
  .refine((list) => list.every((one) => QUOTA.test(one)), { error: "name=number, separated by commas", abort: true })
  .transform((list) => Object.fromEntries(list.map((one) => [QUOTA.exec(one)?.[1] ?? "", Number(QUOTA.exec(one)?.[2])])));

const Environment = z
  .object({
    BASE_URL: httpUrl.describe("Where people and programs reach this installation"),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).describe("PostgreSQL, as the owner of the tables"),
    DATABASE_POOLING: z
      .enum(["session", "transaction"])
      .default("session")
      .describe("How the pooler that DATABASE_URL leads to pools; session is also right without one"),
    DATABASE_DIRECT_URL: z
      .url({ protocol: /^postgres(ql)?$/ })
      .optional()
      .describe("PostgreSQL itself, where DATABASE_URL leads to a pooler: for workers and main.js migrate"),
    KITH_SECRET: z.string().min(32).describe("At least 32 random characters; signs cursors and derives the database roles' passwords"),
    KITH_SECRET_OTHER: z
      .string()
      .min(32)
      .optional()
      .describe("While KITH_SECRET is changed: its other value. What was made with it is still read"),
    HOST: z.string().default("localhost"),
    PORT: port.default(3000),
    WORKER_PORT: port.default(3001).describe("Where a worker process answers its monitors; 0 takes any free port"),
    CELL: z
      .string()
      .regex(/^[0-9A-Za-z]{2}$/)
      .default("00")
      .describe("Two characters inside every key that name this installation"),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    MAIL_FROM: z.string().optional(),
    TRUSTED_PROXIES: z
      .string()
      .default("")
      .transform(listed)
      .refine((list) => list.every((one) => network.safeParse(one).success), "addresses or networks, separated by commas"),
    OUTBOUND_ALLOW: z
      .string()
      .default("")
      .transform((list, context) => {
        const read = listed(list).map(parseAllowed);
        if (read.includes(undefined)) context.addIssue("addresses or networks such as 127.0.0.1:9000,10.0.0.0/8");
        return read.filter((one): one is AllowedNetwork => one !== undefined);
      })
      .describe("Addresses that webhooks may reach although they are not on the public internet"),
    OUTBOUND_DNS: z
      .string()
      .default("")
      .transform(listed)
      .refine(
        (list) => list.every((one) => z.ipv4().safeParse(one.replace(/:\d{1,5}$/, "")).success),
        "IPv4 addresses such as 10.0.0.2,10.0.0.3:5353",
      )
      .describe("Name servers to ask for the names of other systems, instead of those of the system"),
    OUTBOUND_PROXY: httpUrl.optional().describe("A proxy that every call to other systems goes through, by CONNECT"),
    LOG_LEVEL: z.enum(["silent", "fatal", "error", "warn", "info", "debug", "trace"]).default("info"),
    PROFILER: z.stringbool().default(false).describe("Show the last requests at /_profiler/requests; for development only"),
    METRICS_TOKEN: z
      .string()
      .min(16)
      .optional()
      .describe("Bearer token for /metrics; without it only this machine may read them, and no proxy on it"),
    OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional().describe("Where traces go, by OTLP with HTTP; without it there are none"),
    OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.05).describe("Share of all requests that is traced, from 0 to 1"),
    OTEL_SERVICE_NAME: z.string().default("kith"),
    KITH_VERSION: z.string().default("dev").describe("Of the image, for metrics"),
    KITH_REVISION: z.string().default("unknown"),
    DATABASE_CONNECTIONS: count(10),
    JOB_SLOTS: count(12).describe("Jobs that one worker runs at once; a company has at most a quarter of them"),
    LIVE_STREAMS: count(2_000).describe("Open pages that one node keeps up to date"),
    API_RATE_10S: count(100).describe("Calls per key in 10 seconds"),
    API_RATE_MINUTE: count(600).describe("Calls per key in a minute"),
    API_CONCURRENCY: count(20).describe("Calls per key at one time"),
    KEY_ROWS_PER_DAY: count(1_000_000).describe("Rows that a key may read in a day, UTC"),
    KEPT_ANSWERS_MB: count(64).describe("Answers of calls with an Idempotency-Key that one company keeps, in MiB"),
    FAILED_AUTH_MINUTE: count(20).describe("Refused keys per address in a minute before 429"),
    SESSION_RATE_10S: count(200).describe("Calls per signed-in user in 10 seconds"),
    SESSION_RATE_MINUTE: count(1_200).describe("Calls per signed-in user in a minute"),
    SESSION_CONCURRENCY: count(10).describe("Calls per signed-in user at one time"),
    QUOTAS: quotas.describe("Other numbers for how many views, dashboards, types … there may be"),
    COMPANY_CPU_PERCENT: count(50)
      .pipe(z.number().max(100))
      .describe("Share of a node's time that one company has while another calls; 100 is no limit"),
    PASSWORD_HASH_KIB: count(PASSWORD_HASH_KIB).describe("Memory that one password hash takes; less only where passwords protect nothing"),
    ...settings,
  })
  .refine((env) => !env.SMTP_URL || env.MAIL_FROM, {
    path: ["MAIL_FROM"],
    message: "needed where SMTP_URL is set",
    when: () => true, // also when another value is bad: all of them are named at once
  })
  .refine((env) => env.DATABASE_POOLING !== "transaction" || env.DATABASE_DIRECT_URL, {
    path: ["DATABASE_DIRECT_URL"],
    message: "needed where DATABASE_POOLING is transaction: locks and sessions of workers do not work through such a pooler",
    when: () => true,
  });

export type Config = ReturnType<typeof readConfig>;

/** The only reader of the environment. Refuses to go on with a bad value, and names every bad one. */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const result = Environment.safeParse(environment);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`The configuration is not complete:\n${lines.join("\n")}`);
  }
  const env = result.data;
  return {
    baseUrl: env.BASE_URL,
    /** PostgreSQL itself, as the owner of the tables. */
    databaseUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    /** Where operations run: the same, or a pooler in front of it. */
    pooler: { url: env.DATABASE_URL, pooling: env.DATABASE_POOLING } satisfies Pooler,
    secret: env.KITH_SECRET,
    otherSecret: env.KITH_SECRET_OTHER === env.KITH_SECRET ? undefined : env.KITH_SECRET_OTHER,
    host: env.HOST,
    port: env.PORT,
    workerPort: env.WORKER_PORT,
    cell: env.CELL,
    mail: env.SMTP_URL && env.MAIL_FROM ? { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM } : undefined,
    trustedProxies: env.TRUSTED_PROXIES,
    outbound: { allowed: env.OUTBOUND_ALLOW, proxy: env.OUTBOUND_PROXY, nameServers: env.OUTBOUND_DNS },
    logLevel: env.LOG_LEVEL,
    hasProfiler: env.PROFILER,
    metricsToken: env.METRICS_TOKEN,
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, share: env.OTEL_TRACES_SAMPLER_ARG, service: env.OTEL_SERVICE_NAME }
      : undefined,
    build: { version: env.KITH_VERSION, revision: env.KITH_REVISION },
    databaseConnections: env.DATABASE_CONNECTIONS,
    jobSlots: env.JOB_SLOTS,
    liveStreams: env.LIVE_STREAMS,
    companyCpuPercent: env.COMPANY_CPU_PERCENT,
    quotas: env.QUOTAS,
    keptAnswersMiB: env.KEPT_ANSWERS_MB,
    sessionLimits: {
      perTenSeconds: env.SESSION_RATE_10S,
      perMinute: env.SESSION_RATE_MINUTE,
      concurrent: env.SESSION_CONCURRENCY,
    },
    passwordHashKib: env.PASSWORD_HASH_KIB,
    /** Of the features, by their names in the environment. Each reads its own, with the schema that it declared. */
    settings: Object.fromEntries(Object.keys(settings).map((name) => [name, (env as Record<string, unknown>)[name]])),
    limits: {
      perTenSeconds: env.API_RATE_10S,
      perMinute: env.API_RATE_MINUTE,
      concurrent: env.API_CONCURRENCY,
      rowsPerDay: env.KEY_ROWS_PER_DAY,
      failedAuthPerMinute: env.FAILED_AUTH_MINUTE,
    },
  };
}
