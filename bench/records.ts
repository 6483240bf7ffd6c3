import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { startPostgres, type Cluster } from "../scripts/postgres.ts";
import { makeIndex, recordJobs } from "../server/src/features/records/query/own-indexes.ts";
import { createIndexMaker } from "../server/src/platform/postgres/index-maker.ts";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { measureRequests, median, quantile, type BenchRequest, type Measurement } from "./records/requests.ts";
import { CASES, SECRET, type Case, type Known } from "./records/cases.ts";
import { compareCreates, compareEvents } from "./records/changes.ts";
import { startMeasured, type Measured } from "./records/process.ts";
import { buildSet, type BenchCompany, type BenchSet } from "./records/set.ts";

// The cost of lists, filters and writes over HTTP, compared with bare prepared statements in the same run, on a set of any size:
// node bench/records.ts --records 10000000. A set that was built with --keep <file> is used again with --set <file>. The sizes of the goals,
// 2 million records in one company and 100 in each of a thousand, are --records 2131900 --share 0.9381.
const { values: flags } = parseArgs({
  options: {
    records: { type: "string", default: "100000" },
    share: { type: "string", default: "0.2" },
    rounds: { type: "string", default: "3" },
    ms: { type: "string", default: "1000" },
    keep: { type: "string" },
    set: { type: "string" },
    plans: { type: "boolean", default: false },
  },
});
const ROUNDS = Number(flags.rounds);
const MS = Number(flags.ms);
/** Before them, Node has not compiled all of what a call goes through: both programs take up to twice as long. */
const WARM_CALLS = 2_000;
/** Their processor time is compared. */
const WARMED = new Set(["get", "list"]);
const MORE_IS_BETTER = new Set(["update with event/without", "create/bare"]);
const GOALS = {
  "get cpu/bare": 2,
  "list cpu/bare": 2,
  "deep page/first": 1.2,
  "big/small list": 1.5,
  "big/small get": 1.5,
  "contains p95 ms": 60,
  "contains, rare, p95 ms": 60,
  "custom equality p95 ms": 50,
  "custom option p95 ms": 50,
  "option of one record p95 ms": 60,
  "common word p95 ms": 60,
  "search p95 ms": 60,
  "search in a small company p95 ms": 10,
  "update with event/without": 0.7,
  "create/bare": 0.5,
};
const isMissed = (name: string, value: number, goal: number) => (MORE_IS_BETTER.has(name) ? value < goal : value > goal);
const say = (text: string) => void process.stdout.write(`${text}\n`);

interface Place {
  url: string;
  superuserUrl: string;
  set: BenchSet;
}

let cluster: Cluster | undefined;
const servers: Measured[] = [];
const folder = mkdtempSync(join(tmpdir(), "kith-bench-"));
try {
  const place = flags.set ? (JSON.parse(readFileSync(flags.set, "utf8")) as Place) : await build();
  if (flags.keep) {
    writeFileSync(flags.keep, JSON.stringify(place));
    await new Promise((resolve) => process.once("SIGTERM", resolve));
  } else await measureAll(place);
} finally {
  for (const server of servers) server.stop();
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function build(): Promise<Place> {
  cluster = await startPostgres({
    settings: { shared_buffers: "4GB", effective_cache_size: "12GB", work_mem: "32MB", random_page_cost: "1.1", max_wal_size: "8GB" },
  });
  await migrate(cluster.url, SECRET);
  const superuserUrl = cluster.superuserUrl.replace(/\/postgres$/, "/kith");
  const started = performance.now();
  const set = await buildSet(superuserUrl, Number(flags.records), Number(flags.share), say);
  say(`built in ${Math.round((performance.now() - started) / 1_000)} s`);
  return { url: cluster.url, superuserUrl, set };
}

async function measureAll({ url, superuserUrl, set }: Place): Promise<void> {
  const database = new Client({ connectionString: superuserUrl });
  await database.connect();
  const known = { big: await know(database, set.big), small: await know(database, set.small[0] ?? set.big) };
  const file = join(folder, "known.json");
  writeFileSync(file, JSON.stringify(known));
  const many = { API_RATE_10S: "100000000", API_RATE_MINUTE: "100000000", API_CONCURRENCY: "100000", KEY_ROWS_PER_DAY: "1000000000" };
  const common = { BASE_URL: "http://localhost", DATABASE_URL: url, KITH_SECRET: SECRET, HOST: "127.0.0.1", LOG_LEVEL: "error" };
  const kith = await startMeasured("server/src/main.ts", ["http"], { ...common, ...many });
  const bare = await startMeasured("bench/bare-records.ts", [], { BARE_URL: superuserUrl, KNOWN: file });
  servers.push(kith, bare);

  say(`company of ${set.big.records.toLocaleString("en")} records; milliseconds: median (95th of a hundred); CPU of the Node process`);
  const big = await measure(kith, bare, known, "big", CASES);
  say(`company of ${(set.small[0]?.records ?? 0).toLocaleString("en")} records`);
  const small = await measure(kith, bare, known, "small", CASES);
  const ranged = CASES.filter(({ name }) => name === "range_and_sort");
  if (flags.plans) for (const { name, bare: asked } of CASES) await explain(database, name, asked.text, asked.values(known.big, 3));
  await makeOwnIndex(url, set.big);
  say("with the company's own index on score");
  const indexed = await measure(kith, bare, known, "big", ranged);

  const medianOf = (table: Table, name: string) => median(table.get(name)?.kith.times ?? []);
  const p95 = (table: Table, name: string) => Number(quantile(table.get(name)?.kith.times ?? [], 0.95).toFixed(1));
  const cpu = (name: string) => Number(((big.get(name)?.kith.cpuMs ?? 0) / (big.get(name)?.bare.cpuMs ?? 1)).toFixed(2));
  const ratio = (a: number, b: number) => Number((a / b).toFixed(2));
  const ratios = {
    "get cpu/bare": cpu("get"),
    "list cpu/bare": cpu("list"),
    "list with count cpu/bare": cpu("list_with_count"),
    "deep page/first": ratio(medianOf(big, "deep_page"), medianOf(big, "first_page")),
    "big/small list": ratio(medianOf(big, "list"), medianOf(small, "list")),
    "big/small get": ratio(medianOf(big, "get"), medianOf(small, "get")),
    "contains p95 ms": p95(big, "contains"),
    "contains, rare, p95 ms": p95(big, "contains_rare"),
    "custom equality p95 ms": p95(big, "custom_equality"),
    "custom option p95 ms": p95(big, "custom_option"),
    "option of one record p95 ms": p95(big, "option_of_one"),
    "common word p95 ms": p95(big, "common_word"),
    "search p95 ms": p95(big, "search"),
    "search in a small company p95 ms": p95(small, "search"),
    "range with its index p95 ms": p95(indexed, "range_and_sort"),
    "update with event/without": Number((await compareEvents(url, known.big, ROUNDS, MS)).toFixed(2)),
    "create/bare": Number((await compareCreates(kith, bare, known.big, ROUNDS, MS)).toFixed(2)),
  };
  const missed = Object.entries(GOALS).filter(([name, goal]) => isMissed(name, ratios[name as keyof typeof ratios], goal));
  say(
    JSON.stringify({
      bench: "records",
      records: { big: set.big.records, small: set.small[0]?.records ?? 0 },
      ratios,
      lower: Object.keys(ratios).filter((name) => !MORE_IS_BETTER.has(name)),
      goals: GOALS,
      missed: missed.map(([name]) => name),
    }),
  );
  await database.end();
}

type Table = Map<string, { bare: Measurement; kith: Measurement }>;

/** Both in turn, round after round: a slow minute of the machine affects both alike. The first round warms up. */
async function measure(kith: Measured, bare: Measured, known: Record<"big" | "small", Known>, which: "big" | "small", cases: Case[]) {
  const about = known[which];
  const table: Table = new Map();
  for (const one of cases) {
    const rounds: { bare: Measurement; kith: Measurement }[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const time = { ms: MS, min: round === 0 && WARMED.has(one.name) ? WARM_CALLS : 5 };
      const taken = {
        bare: await measureRequests(bare, about.company.key, (n) => ({ path: `/${which}/${one.name}/${n + round * 1_000}` }), time),
        kith: await measureRequests(kith, about.company.key, (n) => prefixed(one.kith(about, n + round * 1_000)), time),
      };
      if (round > 0) rounds.push(taken);
    }
    const all = (side: "bare" | "kith"): Measurement => ({
      times: rounds.flatMap((round) => round[side].times),
      cpuMs: median(rounds.map((round) => round[side].cpuMs)),
    });
    const row = { bare: all("bare"), kith: all("kith") };
    table.set(one.name, row);
    const show = ({ times, cpuMs }: Measurement) =>
      `${median(times).toFixed(2).padStart(8)} (${quantile(times, 0.95).toFixed(2).padStart(8)}) cpu ${cpuMs.toFixed(2).padStart(6)}`;
    say(
      `${one.name.padEnd(18)} bare ${show(row.bare)}   kith ${show(row.kith)}   cpu ratio ${(row.kith.cpuMs / row.bare.cpuMs).toFixed(2)}`,
    );
  }
  return table;
}

function prefixed({ path, body }: BenchRequest): BenchRequest {
  return { path: `/api/v1${path}`, ...(body ? { body } : {}) };
}

async function know(database: Client, company: BenchCompany): Promise<Known> {
  const depth = Math.min(1_000_000, Math.floor(company.records / 2));
  const where = "where company_id = $1 and type_id = $2 and deleted_at is null";
  const ids = await database.query<{ id: string }>(`select id from records tablesample system (1) ${where} limit 1000`, [
    company.id,
    company.dealType,
  ]);
  const some =
    ids.rows.length > 0
      ? ids
      : await database.query<{ id: string }>(`select id from records ${where} limit 1000`, [company.id, company.dealType]);
  const deep = await database.query<Known["deep"]>(
    `select updated_at::text, id from records ${where} order by updated_at desc, id desc offset $3 limit 1`,
    [company.id, company.dealType, depth],
  );
  const [position] = deep.rows;
  if (!position) throw new Error("the company has no records");
  return { company, ids: some.rows.map((row) => row.id), deep: position, depth };
}

async function makeOwnIndex(url: string, { id: company, dealType: type }: BenchCompany): Promise<void> {
  const started = performance.now();
  const payload = { company, type, field: "score", kind: "number" };
  for (const { job, run } of recordJobs({ createIndex: createIndexMaker(url) })) {
    if (job.name === makeIndex.name)
      await run({ call: () => Promise.resolve({ is_large: true } as never), signal: new AbortController().signal }, payload);
  }
  say(`index made in ${Math.round(performance.now() - started)} ms`);
}

async function explain(database: Client, name: string, text: string, values: unknown[]): Promise<void> {
  const { rows } = await database.query<{ "QUERY PLAN": string }>(`explain (analyze, buffers) ${text}`, values);
  say(`-- ${name}\n${rows.map((row) => row["QUERY PLAN"]).join("\n")}`);
}
