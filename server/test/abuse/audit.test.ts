import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { nameRoles, urlAs } from "../../src/platform/postgres/roles.ts";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import { CONNECT_MS, sharedService, startService, TEST_ROLES, type Service } from "../service.ts";
import { snapshot } from "../snapshot.ts";
import { scaled, stopwatch, within } from "../measured.ts";

const service = sharedService();

/** Connects with the password that the service itself uses. */
async function asRole(purpose: "app" | "identity"): Promise<Client> {
  const client = new Client({ connectionString: urlAs(service().database.url, TEST_SECRET, purpose) });
  await client.connect();
  // As a transaction that writes: what is refused here is refused for want of a right.
  await client.query("set default_transaction_read_only = off");
  return client;
}

const eventCount = async () => (await service().database.query("select count(*)::int as count from events"))[0]?.["count"];

const TAMPERING = [
  "update events set data = '{}'",
  "update events set at = now() where false",
  "delete from events",
  "delete from only events",
  "truncate events",
  "truncate companies cascade",
  "insert into events select * from events on conflict (company_id, id) do update set data = '{}'",
  "update events_default set data = '{}'",
  "delete from events_default",
  "select * from events_default",
  "drop table events",
  "drop table events_default",
  "alter table events detach partition events_default",
  "select events_keep_partitions(-100000)",
  "alter table events disable row level security",
  "alter table events no force row level security",
  "alter table events disable trigger all",
  "drop policy tenant on events",
  "alter policy tenant on events using (true)",
  "create rule silence as on insert to events do instead nothing",
  "create trigger silence before insert on events execute function suppress_redundant_updates_trigger()",
  "create table events_2000_01 partition of events for values from (minvalue) to ('00000000-0000-0000-0000-000000000001')",
  "create or replace function current_company() returns uuid language sql return null::uuid",
  "alter role kith_app bypassrls",
  "alter role kith_app superuser",
  "set role kith",
  "set session authorization kith",
  "set session_replication_role = replica",
  "delete from jobs",
  "select * from schedules",
  "select * from silent_workers",
  "copy events to program 'cat'",
];

test("the application's role can add to the audit trail and change nothing in it", async () => {
  const ada = await service().given.admin();
  const [company] = await service().database.query("select company_id as id from users where email = $1", [ada.email]);
  const before = await snapshot(service());
  const client = await asRole("app");
  for (const sql of TAMPERING) {
    await client.query("begin");
    await client.query("select set_config('app.company_id', $1, true)", [company?.["id"]]);
    // 42501: insufficient privilege. No other code counts: a syntax error would be refused, too.
    await assert.rejects(client.query(nameRoles(sql, TEST_ROLES)), { code: "42501" }, sql);
    await client.query("rollback");
  }
  // PostgreSQL only warns here, so check the result.
  await client.query(nameRoles("grant update on events to kith_app", TEST_ROLES));
  await assert.rejects(client.query("update events set data = '{}'"), { code: "42501" });
  await client.end();
  assert.deepEqual(await snapshot(service()), before);
});

test("an event can be written neither for another company nor without one", async () => {
  const ada = await service().given.admin();
  const eve = await service().given.admin();
  const companyOf = async (email: string) =>
    (await service().database.query("select company_id as id from users where email = $1", [email]))[0]?.["id"];
  const [mine, theirs] = [await companyOf(ada.email), await companyOf(eve.email)];
  const before = await eventCount();
  const client = await asRole("app");
  const forge = (company: unknown) =>
    client.query(
      `insert into events (company_id, id, at, type, subject_type, subject_id, via, operation, operation_id, request_id, data)
       values ($1, gen_random_uuid(), now(), 'forged', 'usr', gen_random_uuid(), 'web', 'forged', gen_random_uuid(), 'forged', '{}')`,
      [company],
    );
  await client.query("begin");
  await client.query("select set_config('app.company_id', $1, true)", [mine]);
  await assert.rejects(forge(theirs), { code: "42501" });
  await client.query("rollback");
  await assert.rejects(forge(mine), { code: "42501" }, "the setting ended with its transaction");
  await client.end();
  assert.equal(await eventCount(), before);
});

test("without a company the application's role sees no row of any table", async () => {
  await service().given.admin();
  const client = await asRole("app");
  const { rows: tables } = await client.query<{ name: string }>(
    "select c.relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and has_table_privilege(c.oid, 'select')",
  );
  assert.ok(tables.length >= 8);
  for (const company of [undefined, ""]) {
    if (company !== undefined) await client.query("select set_config('app.company_id', $1, false)", [company]);
    for (const { name } of tables) assert.deepEqual((await client.query(`select 1 from ${name}`)).rows, [], name);
  }
  await client.query("set app.company_id = 'nonsense'");
  await assert.rejects(client.query("select 1 from users"), { code: "22P02" });
  await client.end();
});

test("the role that identifies callers can read only what it needs, and write nothing", async () => {
  const client = await asRole("identity");
  for (const sql of [
    "select * from events",
    "select * from users",
    "update users set role = 'admin'",
    "delete from sessions",
    "insert into companies values (gen_random_uuid())",
  ]) {
    await assert.rejects(client.query(sql), { code: "42501" }, sql);
  }
  await client.end();
});

test("even the owner of the tables can neither read nor change what is in the audit trail", async () => {
  await service().given.admin();
  const before = await eventCount();
  const owner = new Client({ connectionString: service().database.url });
  await owner.connect();
  assert.deepEqual((await owner.query("select 1 from events")).rows, []);
  assert.equal((await owner.query("update events set data = '{}'")).rowCount, 0);
  assert.equal((await owner.query("delete from events")).rowCount, 0);
  await owner.end();
  assert.ok(Number(before) > 0);
  assert.equal(await eventCount(), before);
});

/** A proxy between the service and its database that can be cut or silenced. */
async function createProxy(target: URL) {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => !isSilent && to.write(bytes));
      from.on("error", () => undefined);
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listenOn = async (port: number) => {
    isSilent = false;
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const disconnect = async () => {
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { port: await listenOn(0), listenOn, disconnect, silence: () => void (isSilent = true) };
}

const TELLTALE = /127\.0\.0\.1|:5432|postgres|kith_app|kith_identity|ECONN|select |insert |pg_|at .*\.ts/i;

async function check503(response: Response, type: RegExp): Promise<void> {
  const body = await response.text();
  assert.equal(response.status, 503, body);
  assert.match(response.headers.get("content-type") ?? "", type);
  assert.ok(Number(response.headers.get("retry-after")) > 0);
  assert.doesNotMatch(body, TELLTALE);
  assert.doesNotMatch(JSON.stringify([...response.headers]), TELLTALE);
}

async function checkDown(cut: Service, ada: Awaited<ReturnType<Service["given"]["admin"]>>, key: string): Promise<void> {
  const me = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_context", arguments: {} } };
  const [rest, web, signIn, mcp, health, ready] = await Promise.all([
    cut.rest(key, "GET", "/members"),
    ada.post("members.list", {}),
    ada.post("sessions.create", { email: ada.email, password: "whatever it was" }),
    cut.mcp(key, me),
    fetch(`${cut.url}/healthz`),
    fetch(`${cut.url}/readyz`),
  ]);
  for (const response of [rest, web, signIn]) await check503(response, /^application\/problem\+json/);
  await check503(mcp, /^application\/json/);
  await check503(ready, /json/);
  assert.equal(health.status, 200);
}

test("without the database every call is a 503 without details, and the service recovers by itself", async () => {
  const cluster = process.env["TEST_CLUSTER"] ?? "";
  const proxy = await createProxy(new URL(cluster));
  const proxyUrl = new URL(cluster);
  proxyUrl.port = String(proxy.port);
  process.env["TEST_CLUSTER"] = proxyUrl.toString();
  // As the product waits, where the time is looked at.
  const cut = await startService({ connectMs: scaled(2_000, CONNECT_MS) });
  process.env["TEST_CLUSTER"] = cluster;
  try {
    const ada = await cut.given.admin();
    const { key } = await ada.key();
    assert.equal((await cut.rest(key, "GET", "/members")).status, 200);

    await proxy.disconnect();
    await checkDown(cut, ada, key);
    await proxy.listenOn(proxy.port);
    assert.equal((await cut.rest(key, "GET", "/members")).status, 200, "the first call after it is back works");
    assert.equal((await ada.post("members.rename", { name: "Ada again" })).status, 200);
    assert.equal((await fetch(`${cut.url}/readyz`)).status, 200);

    // Connected but silent is worse: no call may wait for ever.
    proxy.silence();
    const took = stopwatch();
    await checkDown(cut, ada, key);
    assert.ok(took() < within(10_000), `took ${Math.round(took())} ms`);
    await proxy.disconnect();
    await proxy.listenOn(proxy.port);
    assert.equal((await cut.rest(key, "GET", "/members")).status, 200);
  } finally {
    await proxy.disconnect();
    await cut.close();
  }
});

test("while an operator blocks the database, or its backends are killed, the answer is 503 and never 500", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  const [{ name } = { name: "" }] = await service().database.query("select current_database() as name");
  const kill =
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name in ('kith_app', 'kith_identity')";
  await service().database.query(kill);
  await setTimeout(200); // for the news to arrive: a call in the same instant may still meet the dead connection, and gets a 503
  assert.equal((await service().rest(key, "GET", "/members")).status, 200, "an idle connection that died is replaced");

  const elsewhere = new Client({ connectionString: service().database.superuserUrl.replace(/\/[^/]*$/, "/postgres") });
  await elsewhere.connect();
  await service().database.query(kill);
  await elsewhere.query(`alter database ${String(name)} allow_connections false`);
  await checkDown(service(), ada, key);
  await elsewhere.query(`alter database ${String(name)} allow_connections true`);
  await elsewhere.end();
  assert.equal((await service().rest(key, "GET", "/members")).status, 200);
});
