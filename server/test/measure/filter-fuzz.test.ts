import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { sharedService } from "../service.ts";
import type { Attack, Fallout } from "../filter/attacker.ts";
import { signUpCompany, type Company } from "../filter/company.ts";
import { CANARY } from "../filter/hostile.ts";
import { watchStatements } from "../filter/statements.ts";

const INPUTS = Number(process.env["FILTER_INPUTS"] ?? 3_000);
const SEED = Number(process.env["FILTER_SEED"] ?? Date.now() % 1_000_000);
const MAX_MS = 100;
const LOOK_EVERY_MS = 200;

const service = sharedService();

test("hostile filters are read, or refused with reason and place, quickly, and none of their text is in a statement", async (t) => {
  const { company, key } = await given();
  const reports: string[] = [];
  watchStatements(t, ({ text }) => {
    if (text.includes(CANARY)) reports.push(text);
  });
  service().logged.splice(0);
  const answers: Answered[] = [];
  const before = process.threadCpuUsage();
  const look = setInterval(() => answers.push(...takeAnswers()), LOOK_EVERY_MS);
  const { url } = service();
  const { admin, types, people } = company;
  const plan: Attack = { url, key, cookie: admin.cookie, target: { types, people }, seed: SEED, inputs: INPUTS };
  const attacker = new Worker(new URL("../filter/attacker.ts", import.meta.url), { workerData: plan });
  const [{ outcomes, ordinary, slowest }] = (await once(attacker, "message").finally(() => clearInterval(look))) as [Fallout];
  answers.push(...takeAnswers());
  const { user, system } = process.threadCpuUsage(before);

  const isOrdinary = new Set(ordinary);
  const hostile = figures(answers.filter(({ request }) => !isOrdinary.has(request)));
  const usual = figures(answers.filter(({ request }) => isOrdinary.has(request)));
  const cpuMs = (user + system) / 1_000 / answers.length;
  const slowestAgain = Math.max(...slowest.map(({ ms }) => ms));
  t.diagnostic(JSON.stringify({ seed: SEED, inputs: INPUTS, outcomes, hostile, usual, cpuMs, slowestAgain }));
  assert.deepEqual(reports, []);
  assert.ok((outcomes["ok"] ?? 0) > INPUTS / 20 && (outcomes["bad_filter"] ?? 0) > INPUTS / 4, JSON.stringify(outcomes));
  assert.ok(answers.length >= INPUTS, `only ${answers.length} answers were timed`);
  // On a busy machine every answer takes longer, so compare with ordinary filters, and measure the slowest alone.
  assert.ok(hostile.median < usual.median + MAX_MS, JSON.stringify({ hostile, usual }));
  assert.deepEqual(
    slowest.filter(({ ms }) => ms >= MAX_MS),
    [],
  );
});

interface Answered {
  request: string;
  ms: number;
}

function figures(answers: Answered[]) {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (part: number) => times[Math.ceil(times.length * part) - 1] ?? Infinity;
  return { median: at(0.5), p99: at(0.99), most: at(1) };
}

async function given(): Promise<{ company: Company; key: string }> {
  const company = await signUpCompany(service(), "Europe/Berlin");
  const items = ["Flow", "Kiln", "Tank"].map((name) => ({ values: { name } }));
  for (const { key: type } of company.types) await company.admin.call("records.batch", { type, items });
  await service().database.query("analyze"); // what autovacuum does a minute later
  return { company, key: (await company.admin.key()).key };
}

/** The time of each answer since the last call; fails if the service logged an internal error. */
function takeAnswers(): Answered[] {
  const lines = service()
    .logged.splice(0)
    .map((line) => JSON.parse(line) as Answered & { msg: string; status: number; code?: string });
  assert.equal(
    lines.find(({ code }) => code === "internal"),
    undefined,
  );
  // A 503 comes from the load, not from the filter.
  return lines.filter(({ msg, status }) => msg === "answered" && status !== 503);
}
