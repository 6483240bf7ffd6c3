import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test, type TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { createHttpProcess } from "../../../scripts/http-process.ts";
import { freePort } from "../../../scripts/postgres.ts";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import { createKith } from "../../../packages/sdk/src/index.ts";
import { inService, type Service } from "../service.ts";
import { startCuttingProxy } from "./cutting-proxy.ts";

// Small in the normal suite; `npm run test:sdk-faults` runs the full size.
const IS_FULL = process.env["FAULTS"] === "full";
const CALLERS = 8;
const WRITES = IS_FULL ? 2_000 : 80;
const ALIVE_MS = 1_000;
/** On a machine that runs other tests too, a node that is always killed again would hardly ever answer. */
const MAX_KILLS = IS_FULL ? Infinity : 2;
/** How long the callers try again: here only the rows count, not the time. */
const RETRY_FOR_MS = 600_000;
/** Of so many answers one is cut off after the work was done: the worst moment for the caller. */
const CUT_EVERY = 11;
const MANY = { API_RATE_10S: "100000", API_RATE_MINUTE: "1000000", COMPANY_CPU_PERCENT: "100" };

/** Every record of the company by its name, with how many there are of it. */
async function countNames(service: Service): Promise<Map<string, number>> {
  const rows = await service.database.query("select title, count(*)::int as count from records where title like 'write %' group by 1");
  return new Map(rows.map((row) => [String(row["title"]), Number(row["count"])]));
}

/** A node of its own that is killed a second after each start, and a way to it that cuts answers off. */
async function startDyingNode(service: Service, t: TestContext) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const node = createHttpProcess(
    { DATABASE_URL: service.database.url, BASE_URL: url, PORT: String(port), KITH_SECRET: TEST_SECRET, LOG_LEVEL: "fatal", ...MANY },
    url,
  );
  await node.start();
  t.after(() => node.kill());
  const way = await startCuttingProxy(url, CUT_EVERY);
  t.after(() => way.close());
  let kills = 0;
  const over = new AbortController();
  const killing = (async () => {
    while (kills < MAX_KILLS) {
      await setTimeout(ALIVE_MS);
      if (over.signal.aborted) return;
      await node.kill();
      kills++;
      await node.start();
    }
  })();
  return {
    way,
    async stop() {
      over.abort();
      await killing;
      return kills;
    },
  };
}

/** Callers that write side by side. In the small size they pause, so that there are kills between the writes. */
async function writeAll(url: string, key: string, send?: typeof fetch): Promise<unknown[]> {
  const kith = createKith({ url, apiKey: key, retryForMs: RETRY_FOR_MS, ...(send ? { fetch: send } : {}) });
  const failures: unknown[] = [];
  const write = async (caller: number) => {
    for (let at = caller; at < WRITES; at += CALLERS) {
      await kith.records.create({ type: "contact", values: { name: `write ${at}` } }).catch((error: unknown) => failures.push(error));
      if (!IS_FULL) await setTimeout(100);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, caller) => write(caller)));
  return failures;
}

test(
  `${WRITES} writes by ${CALLERS} callers while the node is killed every second: none fails, each row is there once`,
  { timeout: 900_000 },
  inService(async (service, t) => {
    const { key } = await (await service.given.admin()).key();
    const node = await startDyingNode(service, t);
    const started = Date.now();
    const failures = await writeAll(node.way.url, key);
    const kills = await node.stop();
    t.diagnostic(
      `${kills} kills and ${node.way.cuts()} answers cut off in ${((Date.now() - started) / 1_000).toFixed(1)} s; ${node.way.calls()} calls`,
    );
    assert.ok(kills > 0 && node.way.cuts() > 0, "the faults were felt");
    assert.deepEqual(failures, []);
    const names = await countNames(service);
    assert.equal(names.size, WRITES);
    assert.deepEqual(
      [...names].filter(([, count]) => count !== 1),
      [],
    );
  }),
);

test(
  "the same with the key made anew for each try finds doubles, so this test can fail",
  { timeout: 900_000 },
  inService(async (service, t) => {
    const { key } = await (await service.given.admin()).key();
    const node = await startDyingNode(service, t);
    await writeAll(node.way.url, key, (address, request = {}) => {
      const headers = new Headers(request.headers);
      headers.set("idempotency-key", randomUUID());
      return fetch(address, { ...request, headers });
    });
    await node.stop();
    const doubled = [...(await countNames(service))].filter(([, count]) => count > 1);
    t.diagnostic(`${doubled.length} of ${WRITES} are there more than once`);
    assert.ok(doubled.length > 0);
  }),
);

const RATE = 20;
test(
  `${RATE * 2} writes by ${CALLERS} callers with a limit of ${RATE} in ten seconds: 429 is waited out, and nothing comes before its time`,
  { timeout: 300_000 },
  inService(
    async (service, t) => {
      const { key } = await (await service.given.admin()).key();
      let refused = 0;
      const early: number[] = [];
      const notBefore = new Map<string, number>();
      const kith = createKith({
        url: service.url,
        apiKey: key,
        fetch: async (address, request) => {
          const id = new Headers(request?.headers).get("idempotency-key") ?? "";
          const earlyMs = (notBefore.get(id) ?? 0) - Date.now();
          // Timers and the clock differ by a millisecond or two.
          if (earlyMs > 5) early.push(earlyMs);
          const response = await fetch(address, request);
          if (response.status === 429) {
            refused++;
            notBefore.set(id, Date.now() + Number(response.headers.get("retry-after")) * 1_000);
          }
          return response;
        },
      });
      const write = (at: number) => kith.records.create({ type: "contact", values: { name: `write ${at}` } });
      await Promise.all(
        Array.from({ length: CALLERS }, async (_, caller) => {
          for (let at = caller; at < RATE * 2; at += CALLERS) await write(at);
        }),
      );
      t.diagnostic(`${refused} refusals were waited out`);
      assert.ok(refused > 0);
      assert.deepEqual(early, []);
      const names = await countNames(service);
      assert.deepEqual([names.size, Math.max(...names.values())], [RATE * 2, 1]);
    },
    { env: { API_RATE_10S: String(RATE), API_RATE_MINUTE: "1000000" } },
  ),
);

test(
  "a 4xx is never repeated: the log of the service has each refused call once",
  { timeout: 120_000 },
  inService(async (service) => {
    const { key } = await (await service.given.admin()).key();
    const kith = createKith({ url: service.url, apiKey: key });
    const { record } = await kith.records.create({ type: "contact", values: { name: "Mara" } });
    const refused = [
      () => kith.records.create({ type: "contact", values: { no_such_field: 1 } }),
      () => kith.records.get({ type: "contact", id: "rec_01m7fzvjzxf2qaekg9rdq61arv" }),
      () => kith.records.update({ type: "contact", id: record.id, if_version: record.version + 5, values: { name: "Ana" } }),
      () => kith.records.list({ type: "contact", filter: "nmae:x" }),
      () => kith.webhooks.create({ url: "https://10.0.0.1/", event_types: ["no.such"] }),
    ];
    for (const call of refused) for (let again = 0; again < 4; again++) await assert.rejects(call(), { name: "KithError" });
    const counted = async () => {
      const logged: number[] = [];
      for await (const { status } of kith.requests.list({ limit: 100 })) if (status >= 400) logged.push(status);
      return logged;
    };
    const latest = Date.now() + 60_000;
    while ((await counted()).length < refused.length * 4 && Date.now() < latest) await setTimeout(50);
    assert.equal((await counted()).length, refused.length * 4);
  }),
);
