import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { Pool } from "pg";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import { readConfig } from "../../src/config.ts";
import { examine } from "../../src/platform/doctor/doctor.ts";
import { checkPooling } from "../../src/platform/postgres/check-pooling.ts";
import { createPooling } from "../../src/platform/postgres/pooling.ts";
import { openPools } from "../../src/platform/postgres/pools.ts";
import { urlAs } from "../../src/platform/postgres/roles.ts";
import { createDatabase } from "../../src/platform/postgres/transaction.ts";
import { scaled } from "../measured.ts";
import { startWebhookReceiver } from "../outbound/webhook-receiver.ts";
import { cloneDatabase, inService, startService, type Person, type Service, type TestDatabase } from "../service.ts";
import { startPooler } from "./start-pooler.ts";

const MAIN = join(import.meta.dirname, "../../src/main.ts");

for (const [mode, settings] of [
  ["transaction", ""],
  ["transaction", "server_round_robin = 1\nmin_pool_size = 2\n"],
  ["transaction", "default_pool_size = 1\n"],
  ["statement", ""],
] as const) {
  test(`a node refuses to start behind a pooler by ${mode} ${settings.replaceAll("\n", " ")}and says why`, async (t) => {
    const database = await cloneDatabase();
    t.after(() => database.drop());
    const url = await startPooler(t, database.url, mode, settings);
    for (let tries = 0; tries < 5; tries++) await assert.rejects(checkPooling(url, TEST_SECRET), /pools by transaction or by statement/);
    const env = { PATH: process.env["PATH"], BASE_URL: "http://localhost", KITH_SECRET: TEST_SECRET, DATABASE_URL: url, PORT: "0" };
    for (const role of settings === "" ? ["http", "both"] : []) {
      const node = spawn(process.execPath, ["--conditions=source", MAIN, role], { env });
      const said: string[] = [];
      node.stderr.on("data", (text: Buffer) => said.push(String(text)));
      const [code] = (await once(node, "exit")) as [number];
      assert.equal(code, 1, role);
      assert.match(said.join(""), /Set pool_mode = session/);
    }
  });
}

test(
  "behind a pooler by session a node runs, and reads are complete",
  inService(async (service, t) => {
    const url = await startPooler(t, service.database.url, "session", "default_pool_size = 30\n");
    assert.deepEqual(await checkPooling(url, TEST_SECRET), { namesStatements: true });
    const pooled = await startService({ database: { ...service.database, url } });
    try {
      const people = await Promise.all([1, 2, 3].map(() => pooled.given.admin()));
      for (const person of people)
        for (const name of ["One", "Two", "Three"]) await person.call("records.create", { type: "deal", values: { name } });
      const lists = Array.from({ length: 60 }, (_, at) => (people[at % people.length] as Person).call("records.list", { type: "deal" }));
      for (const list of await Promise.all(lists)) assert.equal(list.items.length, 3);
    } finally {
      await pooled.app.close();
    }
  }),
);

test("a database that cannot be reached is no reason to refuse: the node is not ready until it has been looked at", async (t) => {
  assert.equal(await checkPooling("postgres://kith@127.0.0.1:9/kith", TEST_SECRET), undefined);
  const database = await cloneDatabase();
  t.after(() => database.drop());
  const url = await startPooler(t, database.url, "transaction", "");
  const service = await startService({ database: { ...database, url } });
  try {
    assert.equal((await fetch(`${service.url}/readyz`)).status, 503, "found by readiness, too");
    assert.ok(service.logged.some((line) => line.includes("Set pool_mode = session")));
  } finally {
    await service.app.close();
  }
});

const TWO_BACKENDS = "default_pool_size = 2\nmax_prepared_statements = 200\n";
const ASKED = scaled(10_000, 2_000);

/** PgBouncer before 1.21 does not know the setting, and keeps no prepared statements. */
async function startByTransaction(t: TestContext, database: TestDatabase, settings = TWO_BACKENDS) {
  return startPooler(t, database.url, "transaction", settings).catch(() =>
    startPooler(t, database.url, "transaction", settings.replace(/^max_prepared.*\n/m, "")),
  );
}

const throughPooler = (database: TestDatabase, url: string) =>
  startService({
    database: { ...database, url },
    env: {
      DATABASE_POOLING: "transaction",
      DATABASE_DIRECT_URL: database.url,
      DATABASE_CONNECTIONS: "30",
      API_CONCURRENCY: "1000",
      OUTBOUND_ALLOW: "127.0.0.1",
    },
  });

/** Kinds of read, with what they answer. The last ones differ for each company. */
async function readsOf(service: Service, person: Person) {
  const { key } = await person.key("reads");
  const { items } = await person.call("records.list", { type: "deal", limit: 1 });
  const id = items[0]?.id ?? "";
  return [
    "/records/deals?limit=50&count=exact",
    `/records/deals/${id}`,
    `/records/deals/${id}/timeline`,
    "/types",
    "/members",
    "/dashboards",
    "/views?type=deal",
    "/search?query=deal",
    `/records/deals?limit=20&filter=${encodeURIComponent('title contains "1"')}&sort=-created_at`,
    "/records/deals?limit=3",
    "/operations?limit=5",
  ].map((path) => async () => {
    const answer = await service.rest(key, "GET", path);
    return `${path} ${answer.status} ${(await answer.text()).replaceAll(/"(next_cursor|request_id)":"[^"]*"/g, "")}`;
  });
}

test(
  `by transaction, ${ASKED} reads of two companies over 30 connections to 2 backends answer what they answer alone`,
  inService(async (direct, t) => {
    const people = [await direct.given.admin(), await direct.given.admin()];
    for (const [of, person] of people.entries())
      for (let at = 0; at < 25; at++) await person.call("records.create", { type: "deal", values: { name: `deal ${at} of ${of}` } });
    const url = await startByTransaction(t, direct.database);
    const service = await throughPooler(direct.database, url);
    try {
      assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
      const reads = (await Promise.all(people.map((person) => readsOf(service, person)))).flat();
      const alone: string[] = [];
      for (const read of reads) alone.push(await read());
      for (const answer of alone) assert.match(answer, / 200 /);
      assert.notEqual(alone[0], alone[reads.length / 2], "the companies have different deals");
      const different = new Map<string, number>();
      let asked = 0;
      await Promise.all(
        Array.from({ length: 40 }, async (_, at) => {
          for (let round = at; asked < ASKED; round += 7) {
            asked++;
            const answer = await reads[round % reads.length]?.();
            const expected = alone[round % reads.length] ?? "";
            if (answer !== expected) different.set(`${expected.slice(0, 40)} → ${answer?.slice(0, 90)}`, 1);
          }
        }),
      );
      assert.deepEqual([...different.keys()], []);
      t.diagnostic(`${asked} answers, each as when alone`);
    } finally {
      await service.app.close();
    }
  }),
);

test(
  "by transaction, writes and the work of a worker are done, and an error does not leak into the next call",
  inService(
    async (direct, t) => {
      const url = await startByTransaction(t, direct.database);
      const service = await throughPooler(direct.database, url);
      using receiver = await startWebhookReceiver();
      try {
        const ada = await service.given.admin();
        await ada.call("webhooks.create", { url: receiver.url, event_types: ["record.created"] });
        const worker = await service.app.startWorker();
        const tried = Array.from({ length: 60 }, async (_, at) => {
          if (at % 3 === 0) await assert.rejects(ada.call("records.get", { id: "rec_00000000000000000000000000" }));
          else await ada.call("records.create", { type: "deal", values: { name: `deal ${at}` } });
        });
        await Promise.all(tried);
        await receiver.until(({ length }) => length === 40);
        await worker.stop();
        assert.equal((await ada.call("records.list", { type: "deal", limit: 100 })).items.length, 40);
      } finally {
        await service.app.close();
      }
    },
    { env: { OUTBOUND_ALLOW: "127.0.0.1" } },
  ),
);

test(
  "red control: reads as they are by session are short behind such a pooler, and as they are by transaction never",
  inService(async (service, t) => {
    const people = [await service.given.admin(), await service.given.admin()];
    for (const person of people)
      for (const name of ["One", "Two", "Three"]) await person.call("records.create", { type: "deal", values: { name } });
    const companies = (await service.database.query("select company_id as id, count(*) from records group by 1 having count(*) = 3")) as {
      id: string;
    }[];
    assert.equal(companies.length, 2);
    const url = await startByTransaction(t, service.database);
    const shortOf = async (kind: "session" | "transaction") => {
      const pool = new Pool({ connectionString: urlAs(url, TEST_SECRET, "app"), max: 30, pipeline: true, connectionTimeoutMillis: 60_000 });
      const database = createDatabase(pool, undefined, { ...createPooling(kind), namesStatements: false });
      let short = 0;
      const read = async (at: number) => {
        const tx = database.begin(companies[at % 2]?.id, "read");
        // The second one asks when it has the first one's answer, as handlers do: then another read may have had the backend.
        await tx.query("select 1");
        const [row] = await tx.query<{ n: number }>("select count(*)::int as n from records where company_id = $1", [
          companies[at % 2]?.id,
        ]);
        await tx.commit();
        if (row?.n !== 3) short++;
      };
      await Promise.all(Array.from({ length: 2_000 }, (_, at) => read(at)));
      await pool.end();
      return short;
    };
    const bySession = await shortOf("session");
    t.diagnostic(`${bySession} of 2000 short without transactions`);
    assert.ok(bySession > 0);
    assert.equal(await shortOf("transaction"), 0);
  }),
);

test("the connections of 40 nodes are at most 60 to PostgreSQL", async (t) => {
  const database = await cloneDatabase();
  t.after(() => database.drop());
  const url = await startByTransaction(t, database, "default_pool_size = 25\n");
  const nodes = Array.from({ length: 40 }, () => openPools(url, TEST_SECRET, 10, assert.fail));
  const all = nodes.flatMap(({ app, identity }) => [app, app, app, app, app, identity, identity]);
  await Promise.all(all.map((pool) => pool.query("select pg_sleep(0.05)")));
  const [row] = await database.query(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and usename like 'kith\\_%'",
  );
  t.diagnostic(`${String(row?.["n"])} connections`);
  assert.ok(Number(row?.["n"]) <= 60);
  await Promise.all(nodes.map((one) => one.end()));
});

test("what was announced is checked: a pooler by statement is refused, and doctor says what each does", async (t) => {
  const database = await cloneDatabase();
  t.after(() => database.drop());
  const byStatement = await startPooler(t, database.url, "statement", "");
  await assert.rejects(checkPooling(byStatement, TEST_SECRET, "transaction"), /pools by statement/);
  const found = async (url: string, pooling: "session" | "transaction") => {
    const lines = await examine({
      databaseUrl: database.url,
      pooler: { url, pooling },
      secret: TEST_SECRET,
      baseUrl: "http://localhost",
      hasMail: false,
    });
    return lines.find(({ name }) => name === "pooler");
  };
  assert.equal((await found(byStatement, "transaction"))?.state, "bad");
  assert.equal((await found(database.url, "session"))?.state, "ok");
  const keeps = await keepsPrepared(t, database);
  for (const pool of ["default_pool_size = 2\n", "default_pool_size = 1\n", "server_round_robin = 1\nmin_pool_size = 3\n"]) {
    const settings = `${pool}max_prepared_statements = 200\n`;
    const url = await startByTransaction(t, database, settings);
    assert.equal((await found(url, "session"))?.state, "bad");
    assert.deepEqual(await checkPooling(url, TEST_SECRET, "transaction"), { namesStatements: keeps }, settings);
    assert.match((await found(url, "transaction"))?.says ?? "", keeps ? /and keeps prepared statements/ : /without prepared statements/);
  }
  assert.deepEqual(await checkPooling(database.url, TEST_SECRET, "transaction"), { namesStatements: true }, "PostgreSQL itself");
});

test("by transaction needs the address of PostgreSQL itself", () => {
  const env = {
    BASE_URL: "http://localhost",
    KITH_SECRET: TEST_SECRET,
    DATABASE_URL: "postgres://kith@db/kith",
    DATABASE_POOLING: "transaction",
  };
  assert.throws(() => readConfig(env), /DATABASE_DIRECT_URL: needed where DATABASE_POOLING is transaction/);
});

/** Whether this PgBouncer can: it starts with the setting. */
const keepsPrepared = (t: TestContext, database: TestDatabase) =>
  startPooler(t, database.url, "transaction", "max_prepared_statements = 200\n").then(
    () => true,
    () => false,
  );
