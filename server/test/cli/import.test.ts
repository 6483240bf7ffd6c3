import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { sharedService } from "../service.ts";
import { home, linesOf, startKith, withKey } from "./run-kith.ts";
import { until } from "../waiting.ts";

// Files into Kith and out of it.

const service = sharedService();
const FULL = process.env["FAULTS"] === "full";
const ROWS = FULL ? 100_000 : 1_500;
/** What Node itself takes when it runs TypeScript, and no more with more rows. */
const MAX_MB = 220;

interface Exported {
  type: string;
  title: string;
  values: Record<string, unknown>;
}

const TIMES = new Set(["created_at", "updated_at", "stage_entered_at", "last_activity_at"]);

/** Without what another company cannot have: ids, and the times of its own records. */
function comparable(stdout: string): unknown[] {
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== "object" || value === null) return value;
    const { id: _, ...others } = value as Record<string, unknown>;
    return others;
  };
  // Records of one batch were created in the same moment, and have no order among them.
  const sorted = (linesOf(stdout) as unknown as Exported[]).sort((one, other) => one.title.localeCompare(other.title));
  return sorted.map(({ type, title, values }) => ({
    type,
    title,
    values: Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (TIMES.has(name) ? [] : [[name, plain(value)]]))),
  }));
}

test("export | import into a second company gives equal records", async () => {
  const one = await withKey(service());
  const { record: company } = await one.ada.call("records.create", { type: "organization", values: { name: "Fernhill; & Söhne" } });
  const contacts = [
    { name: "Mara Lindt", email: ["mara@fernhill.example", "m@fernhill.example"], organization: company.id, job_title: '=Buyer, "first"' },
    { name: "Jonas Beck", phone: "+49 30 901820", job_title: "two\nlines" },
    { name: "-5 ☃ 'x" },
  ];
  for (const values of contacts) await one.ada.call("records.create", { type: "contact", values });
  await one.ada.call("records.create", { type: "deal", values: { name: "Flow metering", amount: "12000.50", organization: company.id } });

  const two = await withKey(service());
  for (const type of ["organization", "contact", "deal"]) {
    const out = await one.kith(["export", type]);
    assert.match(out.stderr, /^\d records\n$/);
    const taken = await two.kith(["import", type, "-"], { input: out.stdout });
    assert.equal(taken.code, 0, taken.stderr);
    assert.equal(taken.stdout, "");
    const again = await two.kith(["export", type]);
    assert.deepEqual(comparable(again.stdout), comparable(out.stdout), type);
    assert.ok(comparable(out.stdout).length > 0);
  }
});

test("a CSV of an export is taken back: formulas, several values, quotes and line breaks", async () => {
  const one = await withKey(service());
  const values = { name: "=1+1", email: ["a@fernhill.example", "b@fernhill.example"], job_title: 'two\r\nlines, "quoted"' };
  await one.ada.call("records.create", { type: "contact", values });
  const { stdout } = await one.kith(["export", "contact", "--fields", "name,email,job_title", "--output", "csv"]);
  assert.match(stdout, /,'=1\+1,/);
  const two = await withKey(service());
  const taken = await two.kith(["import", "contact", "-", "--form", "csv"], { input: `\uFEFF${stdout}` });
  assert.equal(taken.code, 0, taken.stderr);
  const { items } = await two.ada.call("records.list", { type: "contact", limit: 10, count: "none" });
  const { name, email, job_title } = items[0]?.values ?? {};
  assert.deepEqual({ name, email, job_title }, values);
});

test("refused rows are written with the reason, and that file can be corrected and imported", async () => {
  const { kith, ada } = await withKey(service());
  const file = join(home, "contacts.csv");
  writeFileSync(
    file,
    "name;email\nMara;mara@fernhill.example\nJonas;not an email\n;nobody@fernhill.example\nMara again;mara@fernhill.example\n",
  );
  const first = await kith(["import", "contact", file]);
  assert.equal(first.code, 6);
  assert.match(first.stderr, /^1 created, 0 updated, 3 refused\n/m);
  const refused = readFileSync(`${file}.errors.csv`, "utf8");
  assert.match(refused, /^kith_line,kith_reason,name,email\r\n3,.*email.*,Jonas,not an email\r\n4,.*\r\n5,.*mara/is);
  assert.ok(!existsSync(`${file}.kith-import`), "there is nothing to go on with");

  const corrected = join(home, "corrected.csv");
  writeFileSync(corrected, refused.replace("not an email", "jonas@fernhill.example").split("\r\n").slice(0, 2).join("\r\n"));
  const second = await kith(["import", "contact", corrected]);
  assert.equal(second.code, 0, second.stderr);
  assert.equal((await ada.call("records.list", { type: "contact" })).items.length, 2);
});

test("a wrong column comes back with the nearest before anything is sent, and upserts match", async () => {
  const { kith, ada } = await withKey(service());
  const wrong = await kith(["import", "contact", "-", "--form", "csv"], { input: "name,emial\nMara,mara@fernhill.example\n" });
  assert.equal(wrong.code, 6);
  assert.match(wrong.stderr, /email/);
  assert.equal((await ada.call("records.list", { type: "contact" })).items.length, 0);
  const lines = '{"name":"Mara","email":"mara@fernhill.example"}\nnot json\n';
  for (const expected of ["1 created, 0 updated, 1 refused", "0 created, 1 updated, 1 refused"]) {
    const taken = await kith(["import", "contact", "-", "--match", "email"], { input: lines });
    assert.ok(taken.stderr.includes(expected), taken.stderr);
  }
});

test(`${ROWS} rows in flat memory, interrupted and killed on the way, and each is there once`, { timeout: 900_000 }, async () => {
  const { env, ada } = await withKey(service());
  const file = join(home, "many.csv");
  const rows = Array.from({ length: ROWS }, (_, at) => `Person ${at},person-${at}@many.example,${"x".repeat(at % 50)}`);
  writeFileSync(file, `name,email,job_title\n${rows.join("\n")}\n`);
  let peakMb = 0;
  /** Runs it, and ends it with a signal as soon as another part of the rows is done. */
  const run = async (signal?: "SIGINT" | "SIGKILL") => {
    const child = startKith(["import", "contact", file], { env });
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (part: string) => (stderr += part));
    const before = doneIn(file);
    const closed = once(child, "close") as Promise<[number | null]>;
    while (child.exitCode === null && child.signalCode === null) {
      peakMb = Math.max(peakMb, memoryOf(child.pid));
      if (signal && !child.killed && doneIn(file) > before) child.kill(signal);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const [code] = await closed;
    return { code, stderr };
  };
  const interrupted = await run("SIGINT");
  assert.equal(interrupted.code, 130, interrupted.stderr);
  assert.match(interrupted.stderr, /Run the same command again/);
  assert.equal((await run("SIGKILL")).code, null);
  const last = await run();
  assert.equal(last.code, 0, last.stderr);
  assert.match(last.stderr, /^Going on at line \d+ of /);
  assert.match(last.stderr, new RegExp(`^${ROWS} created, 0 updated, 0 refused$`, "m"));
  const { count } = await ada.call("records.list", { type: "contact", count: "exact", limit: 1 });
  assert.equal(count?.value, ROWS);
  assert.ok(peakMb > 20 && peakMb < MAX_MB, `${peakMb} MB`);
  if (FULL) console.log(`${ROWS} rows, at most ${Math.round(peakMb)} MB`);
});

test("a file that was changed since an import of it stopped is not gone on with", async () => {
  const { env, kith } = await withKey(service());
  const file = join(home, "changed.csv");
  writeFileSync(file, `name\n${Array.from({ length: 2_000 }, (_, at) => `Person ${at}`).join("\n")}\n`);
  const child = startKith(["import", "contact", file], { env });
  await until(() => doneIn(file) > 0, "a part of the file is done", { everyMs: 10 });
  child.kill("SIGKILL");
  await once(child, "close");
  writeFileSync(file, "name\nSomebody else\n");
  const { code, stderr } = await kith(["import", "contact", file]);
  assert.equal(code, 6);
  assert.match(stderr, /delete .*changed\.csv\.kith-import/);
});

/** How many bytes of the file are done. */
function doneIn(file: string): number {
  try {
    const { done, created } = JSON.parse(readFileSync(`${file}.kith-import`, "utf8")) as { done: { position: number }; created: number };
    return created > 0 ? done.position : 0;
  } catch {
    return 0;
  }
}

/** What a process has in memory, in MB. */
function memoryOf(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
