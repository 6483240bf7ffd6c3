import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test, type TestContext } from "node:test";
import { freePort } from "../../../scripts/postgres.ts";
import { makeSecret, signatureHeaders } from "../../src/platform/standard-webhooks.ts";
import { presently } from "../moments.ts";
import { scaled } from "../measured.ts";
import { sharedService, type Person } from "../service.ts";
import { until } from "../waiting.ts";

// The programs of docs/guides/programs.md, run as they stand there.

const ROOT = join(import.meta.dirname, "../../..");
const GUIDES = join(ROOT, "docs/guides");
const ROWS = scaled(5_000, 600);
const service = sharedService();
const folder = mkdtempSync(join(tmpdir(), "kith-programs-"));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "node_modules/@kith"), { recursive: true });
symlinkSync(join(ROOT, "packages/sdk"), join(folder, "node_modules/@kith/sdk"));

function start(program: string, words: string[], env: Record<string, string>): ChildProcess {
  copyFileSync(join(GUIDES, program), join(folder, program));
  return spawn(process.execPath, ["--conditions=source", program, ...words], { cwd: folder, env: { ...process.env, ...env } });
}

/** Runs a program to its end, which must be a good one, and gives what it printed. */
async function run(program: string, words: string[], key: string, url = service().url): Promise<string> {
  const child = start(program, words, { KITH_URL: url, KITH_API_KEY: key });
  let [printed, failed] = ["", ""];
  child.stdout?.on("data", (text) => (printed += String(text)));
  child.stderr?.on("data", (text) => (failed += String(text)));
  const [code] = (await once(child, "close")) as [number | null];
  assert.deepEqual([code, failed], [0, ""], program);
  return printed.trim();
}

async function company() {
  const ada = await service().given.admin();
  return { ada, key: (await ada.key()).key };
}

const keep = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));
const kept = <Value>(name: string) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Value;
const create = async (ada: Person, type: string, values: Record<string, unknown>) =>
  (await ada.call("records.create", { type, values })).record.id;

test("the page shows every program that there is, as it is run below", async () => {
  const page = await (await fetch(`${service().url}/api/v1/docs/programs.md`)).text();
  const others = new Set(["sync-example.mjs"]);
  const programs = readdirSync(GUIDES).filter((name) => name.endsWith(".mjs") && !others.has(name));
  assert.equal(programs.length, 5);
  for (const program of programs) assert.ok(page.includes(readFileSync(join(GUIDES, program), "utf8")), program);
});

test("the two-way sync takes over changes of both sides, and a second run doubles nothing and fails nowhere", async () => {
  const { ada, key } = await company();
  const entered = await create(ada, "organization", { name: "Elk", website: "elk.example", city: "Kiel" });
  const only = await create(ada, "organization", { name: "Only in Kith", city: "Lyon" });
  keep("customers.json", [
    { id: "E-1", name: "Elk Group", website: "https://elk.example", city: "Kiel" },
    { id: "E-2", name: "Merle", website: "https://merle.example", city: "Oslo" },
  ]);
  const sync = () => run("two-way-sync.mjs", ["customers.json", "sync-state.json"], key);
  const organizations = async () => {
    const { items } = await ada.call("records.list", { type: "organization", sort: "name", limit: 100 });
    return items.map(({ title, values }) => [title, values["erp_id"], values["city"]]);
  };
  type Customer = { id: string; name: string; city: string | null };
  const customers = () => kept<Customer[]>("customers.json");

  assert.match(await sync(), /^2 sent, 0 failed, \d+ taken over, 1 added$/);
  const own = customers().find(({ name }) => name === "Only in Kith")?.id;
  const expected = [
    ["Elk Group", "E-1", "Kiel"],
    ["Merle", "E-2", "Oslo"],
    ["Only in Kith", own, "Lyon"],
  ];
  assert.deepEqual(await organizations(), expected, "an organization that people entered is met by its web address");
  assert.equal(await sync(), "0 sent, 0 failed, 0 taken over, 0 added");
  assert.deepEqual([await organizations(), customers().length], [expected, 3]);

  await ada.call("records.update", { id: only, values: { city: "Lille" } });
  const [first, ...rest] = customers();
  keep("customers.json", [{ ...first, city: "Husum" }, ...rest, { id: "E-3", name: "Pike", city: "Bonn" }]);
  assert.equal(await sync(), "2 sent, 0 failed, 1 taken over, 0 added");
  assert.deepEqual(
    (await organizations()).map(([title, , city]) => [title, city]),
    customers()
      .toSorted((one, other) => one.name.localeCompare(other.name))
      .map(({ name, city }) => [name, city]),
  );
  assert.equal((await ada.call("records.get", { id: entered })).values["city"], "Husum");
  assert.equal(await sync(), "0 sent, 0 failed, 0 taken over, 0 added");
});

test("the nightly export has everything once, then what changed", async () => {
  const { ada, key } = await company();
  const [flow, tank] = [await create(ada, "deal", { name: "Flow", amount: 500 }), await create(ada, "deal", { name: "Tank" })];
  const night = async () =>
    (await run("nightly-export.mjs", ["deal", "position.txt"], key))
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { id: string; name?: string; amount?: string; is_deleted?: boolean });
  assert.deepEqual(new Set((await night()).map(({ id }) => id)), new Set([flow, tank]));
  assert.deepEqual(await night(), []);
  for (const amount of [600, 700]) await ada.call("records.update", { id: flow, values: { amount } });
  await ada.call("records.delete", { id: tank });
  const second = await night();
  assert.deepEqual(
    second.map(({ id, amount, is_deleted: isDeleted }) => [id, amount, isDeleted]),
    [
      [flow, "700", undefined],
      [tank, undefined, true],
    ],
  );
  assert.deepEqual(await night(), []);
});

test("the webhook receiver takes each genuine message once, and refuses others", async (t) => {
  const [secret, port] = [makeSecret(), await freePort()];
  const receiver = start("webhook-receiver.mjs", [], { KITH_SECRET: secret, PORT: String(port) });
  t.after(() => receiver.kill("SIGKILL"));
  let printed = "";
  receiver.stdout?.on("data", (text) => (printed += String(text)));
  const send = (id: string, name: string, secrets = [secret], text?: string) => {
    const body = JSON.stringify({ type: "record.updated", timestamp: presently(), data: { name, version: 2 } });
    const headers = signatureHeaders({ id, at: presently(), body, secrets });
    return fetch(`http://127.0.0.1:${port}`, { method: "POST", body: text ?? body, headers });
  };
  await until(() => send("evt_1", "Flow").then(Boolean, () => false), "the receiver listens");
  assert.equal((await send("evt_1", "Flow")).status, 204);
  assert.equal((await send("evt_2", "Tank")).status, 204);
  assert.equal((await send("evt_3", "Forged", [makeSecret()])).status, 401);
  assert.equal((await send("evt_3", "Forged", [secret], "{}")).status, 401);
  assert.equal((await send("evt_3", "Kiln")).status, 204, "what was refused is not remembered as done");
  await until(() => printed.includes("Kiln"), "all messages are handled");
  assert.equal(printed, "record.updated\tFlow\t2\nrecord.updated\tTank\t2\nrecord.updated\tKiln\t2\n");
});

test(`${ROWS} upserts arrive once each through a service that refuses, fails and hangs up`, async (t) => {
  const { ada, key } = await company();
  const proxy = await failingProxy(t, service().url);
  keep(
    "contacts.json",
    Array.from({ length: ROWS }, (_, at) => ({ name: `Person ${at}`, email: `p${at}@fernhill.example` })),
  );
  const send = () => run("many-upserts.mjs", ["contacts.json"], key, proxy);
  assert.equal(await send(), `${ROWS} created, 0 updated, 0 unchanged, 0 failed`);
  const { count } = await ada.call("records.list", { type: "contact", limit: 1, count: "exact" });
  assert.equal(count?.value, ROWS);
  const rows = kept<Record<string, string>[]>("contacts.json");
  keep("contacts.json", [{ ...rows[0], job_title: "Buyer" }, ...rows.slice(1)]);
  await send();
  const after = await ada.call("records.list", { type: "contact", filter: "job_title:Buyer", limit: 1, count: "exact" });
  assert.equal(after.count?.value, 1);
});

test("quiet deals are listed by owner, the largest first", async () => {
  const { ada, key } = await company();
  const quiet = [];
  for (const [name, amount] of [
    ["Small", 100],
    ["Large", 900],
    ["Won", 500],
  ] as const)
    quiet.push(await create(ada, "deal", { name, amount, ...(name === "Won" ? { stage: "won" } : {}) }));
  await create(ada, "deal", { name: "Busy", amount: 700 });
  await service().database.query(
    `update record_activity a set at = a.at - interval '45 days' from records r
     where r.company_id = a.company_id and r.id = a.record_id and r.title in ('Small', 'Large', 'Won')`,
  );
  const [small, large] = quiet;
  const line = (name: string, amount: number, id = "") => `  ${name}, ${amount}, quiet for 45 days: http://localhost/records/deal/${id}`;
  const lines = ["Ada Admin: 2", line("Large", 900, large), line("Small", 100, small)];
  assert.equal(await run("quiet-deals.mjs", ["30"], key), lines.join("\n").trim());
});

/** Passes calls on, but refuses the first of each three with 429, and cuts the second off after it was done. */
async function failingProxy(t: TestContext, target: string): Promise<string> {
  let calls = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const turn = calls++ % 3;
      if (turn === 0) return response.writeHead(429, { "retry-after": "0", "content-type": "application/problem+json" }).end("{}");
      const headers = new Headers(request.headers as Record<string, string>);
      for (const name of ["host", "connection", "content-length"]) headers.delete(name);
      const answer = await fetch(target + (request.url ?? ""), { method: request.method ?? "GET", headers, body: Buffer.concat(parts) });
      const text = await answer.text();
      if (turn === 1) return response.destroy();
      return response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
