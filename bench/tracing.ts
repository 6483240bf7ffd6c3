import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import autocannon from "autocannon";
import { startPostgres } from "../scripts/postgres.ts";
import { inSpan, noteSpan } from "../server/src/kernel/tracing.ts";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { startMeasured, type Measured } from "./records/process.ts";

// What traces cost: the processor time of an http node per call without them, with one request in twenty traced, and with every one, in turn on one database.
// What is left of the code where they are off is measured by itself, against the time of the cheapest call. ROUNDS=7 CALLS=1500
const LIMITS = { API_RATE_10S: "100000000", API_RATE_MINUTE: "100000000", API_CONCURRENCY: "100000", COMPANY_CPU_PERCENT: "100" };
const SECRET = "the secret of a database that only a bench uses";
const [ROUNDS, CALLS] = [Number(process.env["ROUNDS"] ?? 7), Number(process.env["CALLS"] ?? 1_500)];
const GOALS = { "off/none": 1.01, "sampled/off": 1.05 };
/** Spans of a call: the request, the operation, three statements and the commit. */
const SPANS = 6;

const cluster = await startPostgres();
const receiver = await startReceiver();
const nodes: Measured[] = [];
try {
  await migrate(cluster.url, SECRET);
  const start = async (more: Record<string, string>) => {
    const env = { DATABASE_URL: cluster.url, KITH_SECRET: SECRET, HOST: "127.0.0.1", LOG_LEVEL: "warn", ...LIMITS, ...more };
    const node = await startMeasured("server/src/main.ts", ["http"], (url) => ({ BASE_URL: url, ...env }));
    nodes.push(node);
    return node;
  };
  const traced = (share: string) => start({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_TRACES_SAMPLER_ARG: share });
  const subjects = { off: await start({}), sampled: await traced("0.05"), all: await traced("1") };
  const key = await signUp(subjects.off.url);
  const costs: Record<string, number[]> = { off: [], sampled: [], all: [] };
  for (const node of Object.values(subjects)) await cost(node, key);
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, node] of Object.entries(subjects)) costs[name]?.push(await cost(node, key));

  for (const [name, ms] of Object.entries(costs)) console.log(`${name.padEnd(8)} ${(1_000 * median(ms)).toFixed(0)} µs of CPU per call`);
  const against = (name: string) => median((costs[name] ?? []).map((ms, round) => ms / (costs["off"]?.[round] ?? Number.NaN)));
  const rest = await restWhenOff();
  console.log(
    `off: ${SPANS} spans that are not made take ${(1_000 * rest).toFixed(2)} µs; ${receiver.count()} batches of spans were received`,
  );
  const ratios = {
    "off/none": 1 + rest / (median(costs["off"] ?? []) - rest),
    "sampled/off": against("sampled"),
    "all/off": against("all"),
  };
  const rounded = Object.fromEntries(Object.entries(ratios).map(([name, ratio]) => [name, Number(ratio.toFixed(4))]));
  console.log(JSON.stringify({ bench: "tracing", ratios: rounded, goals: GOALS }));
} finally {
  for (const node of nodes) node.stop();
  receiver.stop();
  await cluster.stop();
}

/** CPU milliseconds per call of a small list. */
async function cost(node: Measured, key: string): Promise<number> {
  const before = node.cpuMs();
  const result = await autocannon({
    url: `${node.url}/api/v1/records/deal?limit=5`,
    headers: { "x-api-key": key },
    amount: CALLS,
    connections: 16,
  });
  if (result.non2xx > 0) throw new Error(`${result.non2xx} calls were refused`);
  return (node.cpuMs() - before) / CALLS;
}

/** Milliseconds that the spans of one call take while nothing is traced, beyond the work they surround. */
async function restWhenOff(): Promise<number> {
  const times = 200_000;
  const work = async () => undefined;
  const took = async (run: () => Promise<void>) => {
    const started = performance.now();
    for (let at = 0; at < times; at++) await run();
    return (performance.now() - started) / times;
  };
  const request = "0199a0b0-0000-7000-8000-000000000000";
  const withSpans = async () => {
    await inSpan({ name: "operation", request, attributes: { "kith.surface": "rest" } }, work);
    for (let at = 1; at < SPANS; at++) noteSpan({ name: "statement" }, performance.now());
  };
  const rounds: number[] = [];
  for (let round = 0; round < 5; round++) rounds.push((await took(withSpans)) - (await took(work)));
  return Math.max(0, median(rounds));
}

async function startReceiver() {
  let batches = 0;
  const server = createServer((request, response) => {
    batches++;
    request.resume().once("end", () => void response.writeHead(200, { "content-type": "application/json" }).end("{}"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => batches,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A company with ten records, and a key of it. */
async function signUp(url: string): Promise<string> {
  let cookie = "";
  const call = async (name: string, input: unknown) => {
    const headers = { "content-type": "application/json", cookie };
    const answer = await fetch(`${url}/app/call/${name}`, { method: "POST", headers, body: JSON.stringify(input) });
    if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
    cookie ||= answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    return (await answer.json()) as { key: string };
  };
  await call("companies.create", { company_name: "Traces", name: "Ada", email: "ada@test.example", password: "correct horse battery" });
  for (let at = 0; at < 10; at++) await call("records.create", { type: "deal", values: { name: `Deal ${at}` } });
  return (await call("keys.create", { name: "bench" })).key;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
