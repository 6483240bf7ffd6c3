import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { createKith } from "../packages/sdk/src/index.ts";
import { startPostgres } from "../scripts/postgres.ts";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { compare } from "./compare.ts";
import { SECRET } from "./records/cases.ts";
import { startMeasured, type Measured } from "./records/process.ts";
import { buildSet } from "./records/set.ts";

// Calls a second through the SDK beside bare fetch with the same requests, in turn; and the memory of a program that reads every record
// through one iterator: npm run bench:sdk -- --records 1000000
const { values: flags } = parseArgs({
  options: {
    records: { type: "string", default: "20000" },
    rounds: { type: "string", default: "7" },
    ms: { type: "string", default: "1000" },
  },
});
const MS = Number(flags.ms);
const CALLERS = 8;
const MAX_MB = 150;
/** Without them Node keeps garbage for longer, with bare fetch as well, and nobody could see what is really held. */
const LITTLE_GARBAGE = ["--max-semi-space-size=4", "--max-old-space-size=64"];
const READER = join(import.meta.dirname, "sdk/read-all.ts");
const say = (text: string) => void process.stdout.write(`${text}\n`);

const cluster = await startPostgres();
let service: Measured | undefined;
try {
  await migrate(cluster.url, SECRET);
  const { big } = await buildSet(cluster.superuserUrl.replace(/\/postgres$/, "/kith"), Number(flags.records), 1, () => undefined);
  const many = { API_RATE_10S: "100000000", API_RATE_MINUTE: "100000000", API_CONCURRENCY: "100000", KEY_ROWS_PER_DAY: "1000000000" };
  const common = { BASE_URL: "http://localhost", DATABASE_URL: cluster.url, KITH_SECRET: SECRET, HOST: "127.0.0.1", LOG_LEVEL: "error" };
  service = await startMeasured("server/src/main.ts", ["http"], { ...common, ...many, COMPANY_CPU_PERCENT: "100" });
  const { url } = service;
  const kith = createKith({ url, apiKey: big.key });
  const id = (await kith.records.list({ type: "deal", limit: 1 })).items[0]?.id ?? "";
  const headers = { "x-api-key": big.key };
  const body = JSON.stringify({ values: { name: "Flow metering" } });
  const bareGet = async () => (await fetch(`${url}/api/v1/records/deal/${id}`, { headers })).json();
  const bareCreate = async () => {
    const sent = { ...headers, "content-type": "application/json", "idempotency-key": randomUUID() };
    return (await fetch(`${url}/api/v1/records/deal`, { method: "POST", headers: sent, body })).json();
  };
  await compare({
    bench: "sdk",
    base: "fetch_get",
    rounds: Number(flags.rounds),
    subjects: [
      { name: "fetch_get", measure: () => perSecond(bareGet) },
      { name: "sdk_get", measure: () => perSecond(() => kith.records.get({ type: "deal", id })) },
      { name: "fetch_create", measure: () => perSecond(bareCreate) },
      {
        name: "sdk_create",
        against: "fetch_create",
        measure: () => perSecond(() => kith.records.create({ type: "deal", values: { name: "Flow metering" } })),
      },
    ],
    goals: { "sdk_get/fetch_get": 0.9, "sdk_create/fetch_create": 0.9 },
  });

  const flagsOfNode = [...LITTLE_GARBAGE, "--conditions=source", READER, url];
  const { stdout } = await promisify(execFile)(process.execPath, flagsOfNode, { env: { ...process.env, KITH_API_KEY: big.key } });
  const read = JSON.parse(stdout) as { records: number; seconds: number; megabytes: number; tenths: number[] };
  say(
    `${read.records.toLocaleString("en")} records in ${read.seconds.toFixed(1)} s; resident after each tenth: ${read.tenths.join(", ")} MB`,
  );
  say(JSON.stringify({ bench: "sdk_iterator", records: read.records, max_mb: read.megabytes, goal_mb: MAX_MB }));
  if (read.megabytes > MAX_MB || read.records < Number(flags.records)) process.exitCode = 1;
} finally {
  service?.stop();
  await cluster.stop();
}

/** How often a call is answered in a second, by callers side by side. */
async function perSecond(call: () => Promise<unknown>): Promise<number> {
  let calls = 0;
  const started = performance.now();
  const ask = async () => {
    while (performance.now() - started < MS) {
      await call();
      calls++;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, ask));
  return calls / ((performance.now() - started) / 1_000);
}
