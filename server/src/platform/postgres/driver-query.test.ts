import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { types, type PoolClient } from "pg";
import { TEST_SECRET } from "../../../../scripts/test-database.ts";
import { cloneDatabase } from "../../../test/service.ts";
import { statement } from "../../kernel/database.ts";
import { newId } from "../random.ts";
import { sendQuery } from "./driver-query.ts";
import { parseTime, TIME_TYPE } from "./parse-time.ts";
import { openPools } from "./pools.ts";
import { createDatabase } from "./transaction.ts";

const NAMES = statement("test.names", "select name from companies where name <> $1 order by name");

/** One connection: what a statement leaves behind is met by the next. */
async function onOneConnection(t: TestContext) {
  const cloned = await cloneDatabase();
  const pools = openPools(cloned.url, TEST_SECRET, 1, (error) => assert.fail(error));
  t.after(async () => {
    await pools.end();
    await cloned.drop();
  });
  const add = async (name: string) => {
    const id = newId();
    await cloned.query("insert into companies (id, name, created_at) values ($1, $2, now())", [id, name]);
    return id;
  };
  const withClient = async <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => {
    const client = await pools.app.connect();
    try {
      return await work(client);
    } finally {
      client.release();
    }
  };
  return { database: createDatabase(pools.app), withClient, companies: [await add("One"), await add("Two")] as [string, string] };
}

test("each statement of a read has its company, also those sent beside one that fails, or after it", async (t) => {
  const { database, companies } = await onOneConnection(t);
  const fails = ["select 1 / $1::int as none", [0]] as const;
  const reading = async <T>(
    company: string,
    work: (ask: (text: string | typeof NAMES, values: readonly unknown[]) => Promise<unknown[]>) => Promise<T>,
  ) => {
    const transaction = database.begin(company, "read");
    try {
      return await work((text, values) => transaction.query(text, [...values]));
    } finally {
      await transaction.commit();
    }
  };
  const [one, two] = companies;
  const names = (company: string) => reading(company, (ask) => ask(NAMES, [""]));
  for (let time = 0; time < 2; time++) {
    assert.deepEqual(await names(two), [{ name: "Two" }]);
    // The connection has the other company until a statement of this one is answered.
    const beside = await reading(one, (ask) =>
      Promise.allSettled([ask(...fails), ask(NAMES, [""]), ask("select name from companies", [])]),
    );
    assert.deepEqual(
      beside.map((one) => (one.status === "fulfilled" ? one.value : one.status)),
      ["rejected", [{ name: "One" }], [{ name: "One" }]],
    );
    // As a handler does that catches the error of a statement and asks another.
    const after = await reading(two, async (ask) => {
      await assert.rejects(ask(...fails));
      return ask(NAMES, [""]);
    });
    assert.deepEqual(after, [{ name: "Two" }]);
    assert.deepEqual(await names(one), [{ name: "One" }]);
  }
});

test("a named statement is described once, and answers the same after that", async (t) => {
  const { withClient } = await onOneConnection(t);
  const all = statement(
    "test.all",
    "select $1::int as number, $2::text as text, $3::timestamptz as at, $4::jsonb as data, null as nothing",
  );
  const at = new Date("2026-11-20T08:15:42.123Z");
  await withClient(async (client) => {
    const { connection } = client as unknown as { connection: { describe(...args: unknown[]): void } };
    const described = t.mock.method(connection, "describe");
    for (let time = 0; time < 3; time++) {
      assert.deepEqual(await sendQuery(client, { ...all, values: [time, "é", at, { a: [1] }] }), [
        { number: time, text: "é", at, data: { a: [1] }, nothing: null },
      ]);
      assert.deepEqual(await sendQuery(client, { ...all, values: [null, null, null, null] }), [
        { number: null, text: null, at: null, data: null, nothing: null },
      ]);
    }
    assert.equal(described.mock.callCount(), 1);
    // One with no rows to give.
    const nothing = statement("test.nothing", "set local lock_timeout = 1000");
    for (let time = 0; time < 2; time++) assert.deepEqual(await sendQuery(client, { ...nothing, values: [] }), []);
  });
});

test("a statement that fails leaves its connection and its name as good as before", async (t) => {
  const { withClient } = await onOneConnection(t);
  const divide = statement("test.divide", "select 6 / $1::int as six");
  const wrong = statement("test.wrong", "select nothing from nowhere where $1");
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  await withClient(async (client) => {
    for (let time = 0; time < 2; time++) {
      await assert.rejects(sendQuery(client, { ...divide, values: [0] }), { code: "22012" });
      await assert.rejects(sendQuery(client, { ...divide, values: [circular] }), TypeError);
      assert.deepEqual(await sendQuery(client, { ...divide, values: [2] }), [{ six: 3 }]);
      await assert.rejects(sendQuery(client, { ...wrong, values: [true] }), { code: "42P01" });
      assert.deepEqual(await Promise.all([1, 2, 3].map((by) => sendQuery(client, { ...divide, values: [by] }))), [
        [{ six: 6 }],
        [{ six: 3 }],
        [{ six: 2 }],
      ]);
    }
  });
});

test("a time is read as the driver reads it", () => {
  const driver = types.getTypeParser(TIME_TYPE) as (text: string) => Date;
  const spelled = ["2026-11-20 08:15:42+00", "2026-11-20 08:15:42.1+00", "2026-11-20 08:15:42.12345+00", "2024-02-29 23:59:59.999999+00"];
  const others = [
    "0026-11-20 08:15:42+00",
    "12026-11-20 08:15:42+00",
    "2026-11-20 08:15:42+05:30",
    "2026-11-20 08:15:42-03",
    "0044-03-15 12:00:00+00 BC",
  ];
  for (const text of [...spelled, ...others, "infinity", "-infinity"]) assert.deepEqual(parseTime(text), driver(text), text);
});
