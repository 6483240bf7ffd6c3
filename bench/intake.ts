import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import autocannon from "autocannon";
import { Client } from "pg";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { freePort, startPostgres } from "../scripts/postgres.ts";
import { compare } from "./compare.ts";

// What a form's address does in a second, beside a bare insert in the same server, in turn; and how soon a lead is with its owner at
// RATE a second (100), with rules and a worker in a process of its own.
const SECRET = "a secret that only this benchmark uses, once";
const CONNECTIONS = 64;
const ROUNDS = Number(process.env["ROUNDS"] ?? 11);
const SECONDS = Number(process.env["SECONDS"] ?? 3);
const RATE = Number(process.env["RATE"] ?? 100);
const LASTING = Number(process.env["LASTING"] ?? 20);
const GOAL_MS = 2_000;
/** Leads of the first seconds are not counted: the processes have just started. */
const WARM_UP = 3;
const ROOT = join(import.meta.dirname, "..");

const cluster = await startPostgres({ isDurable: true });
const children: ChildProcess[] = [];
const superuser = new Client({ connectionString: cluster.superuserUrl.replace(/\/postgres$/, "/kith") });
let sent = 0;
try {
  await migrate(cluster.url, SECRET);
  await superuser.connect();
  await superuser.query(
    `create table bare_submissions (company_id uuid, id uuid, received_at timestamptz, given jsonb, ip text, primary key (company_id, id));
     grant select, insert on bare_submissions to public`,
  );
  const env = {
    BASE_URL: "http://localhost",
    DATABASE_URL: cluster.url,
    KITH_SECRET: SECRET,
    HOST: "127.0.0.1",
    LOG_LEVEL: "warn",
    TRUSTED_PROXIES: "127.0.0.1",
    PASSWORD_HASH_KIB: "1024",
  };
  const bare = await start("bench/intake/bare.ts", [], { DATABASE_URL: cluster.url });
  const kith = await start("server/src/main.ts", ["http"], env);
  const { form, owners } = await setUp(kith);

  const seen = await watchLeads(kith, form, env);
  await compare({
    bench: "intake",
    base: "bare",
    rounds: ROUNDS,
    subjects: [
      { name: "bare", measure: () => load(`${bare}/bare`) },
      { name: "acks", measure: () => load(`${kith}/f/${form}`) },
      { name: "goal_over_p95", against: "two_seconds", measure: async () => GOAL_MS / seen.p95 },
      { name: "two_seconds", against: "two_seconds", measure: async () => 1 },
    ],
    goals: { "acks/bare": 0.5, "goal_over_p95/two_seconds": 1 },
    notes: () => [
      `a lead is with its owner (${owners} people in turn) after p50 ${seen.p50} ms, p95 ${seen.p95} ms, longest ${seen.longest} ms, ${RATE} a second`,
    ],
  });
} finally {
  for (const child of children) child.kill("SIGKILL");
  await superuser.end().catch(() => undefined);
  await cluster.stop();
}

/** A company with a published form, and a rule that gives its leads to people in turn. */
async function setUp(url: string): Promise<{ form: string; owners: number }> {
  let cookie = "";
  const call = async (name: string, input: unknown) => {
    const answer = await fetch(`${url}/app/call/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie },
      body: JSON.stringify(input),
    });
    if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
    cookie ||= answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    return (await answer.json()) as Record<string, unknown>;
  };
  const { user_id } = await call("companies.create", {
    company_name: "Bench",
    name: "Ada",
    email: "ada@bench.example",
    password: "correct horse battery",
  });
  const fields = ["name", "email", "company", "message"].map((key) => ({ key }));
  const { public_id } = await call("leads.createSource", { name: "Contact us", fields, state: "published", day_cap: 10_000_000 });
  const then = { kind: "assign", how: "round_robin", people: [{ user_id }] };
  // oxlint-disable-next-line unicorn/no-thenable
  await call("leadSending.saveRules", { rules: [{ name: "Everybody", filter: "", then }], note: "bench" });
  return { form: String(public_id), owners: then.people.length };
}

/** A visitor of their own each time, and each from another address. */
function nextLead() {
  const n = sent++;
  return {
    headers: { "content-type": "text/plain", "x-forwarded-for": `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` },
    body: JSON.stringify({
      _id: `lead-${n}`,
      name: `Visitor ${n}`,
      email: `visitor${n}@example.com`,
      company: "Example Ltd",
      message: "Please call me about the flow meters. ".repeat(5),
      _page: "https://example.com/pricing?utm_source=ad&utm_campaign=spring",
    }),
  };
}

async function load(url: string): Promise<number> {
  const setupRequest = (request: object) => Object.assign(request, nextLead());
  const requests = [{ method: "POST" as const, setupRequest }];
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, requests });
  if (process.env["DEBUG"]) console.log(result.statusCodeStats, result.latency.p99);
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.average;
}

/** Sends RATE leads a second to a service with a worker, and looks all the time which of them have an owner. */
async function watchLeads(url: string, form: string, env: Record<string, string>) {
  const worker = await start("server/src/main.ts", ["worker"], { ...env, WORKER_PORT: String(await freePort()) }, false);
  await setTimeout(3_000);
  const [sentAt, took] = [new Map<string, number>(), [] as number[]];
  const look = async () => {
    const { rows } = await superuser.query<{ dedupe_key: string }>(
      `select s.dedupe_key from lead_submissions s join records r on r.company_id = s.company_id and r.id = s.lead_id
       where r.owner_id is not null and s.dedupe_key = any($1)`,
      [[...sentAt.keys()]],
    );
    for (const { dedupe_key: key } of rows) {
      if (Number(key.slice("lead-".length)) >= WARM_UP * RATE) took.push(Date.now() - (sentAt.get(key) ?? 0));
      sentAt.delete(key);
    }
  };
  const sending: Promise<unknown>[] = [];
  const began = Date.now();
  const count = RATE * (WARM_UP + LASTING);
  for (let n = 0; n < count || sentAt.size > 0;) {
    if (Date.now() - began > (WARM_UP + LASTING) * 1_000 + 60_000) throw new Error(`${sentAt.size} leads have no owner after a minute`);
    for (; n < count && n < ((Date.now() - began) / 1_000) * RATE; n++) {
      sentAt.set(`lead-${sent}`, Date.now());
      sending.push(fetch(`${url}/f/${form}`, { method: "POST", ...nextLead() }));
    }
    await Promise.all([look(), setTimeout(20)]);
  }
  await Promise.all(sending);
  worker.kill("SIGTERM");
  await once(worker, "exit");
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), longest: at(1) };
}

async function start(file: string, words: string[], env: Record<string, string>): Promise<string>;
async function start(file: string, words: string[], env: Record<string, string>, isAwaited: false): Promise<ChildProcess>;
async function start(file: string, words: string[], env: Record<string, string>, isAwaited = true): Promise<string | ChildProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, ["--conditions=source", join(ROOT, file), ...words], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ["ignore", process.env["DEBUG"] ? "inherit" : "ignore", "inherit"],
  });
  children.push(child);
  if (!isAwaited) return child;
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) throw new Error(`${file} ended before it listened`);
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isThere) return url;
    await setTimeout(100);
  }
  throw new Error(`${file} did not start`);
}
