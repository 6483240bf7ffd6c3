import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { inService } from "../service.ts";
import { startFront } from "./start-front.ts";
import { startCallers } from "./front-callers.ts";

// `npm run test:faults -- front` is the full size.
const IS_FULL = process.env["FAULTS"] === "full";
const [ROUNDS, KILLS, CALLS] = IS_FULL ? [10, 20, 30_000] : [1, 3, 500];

test(
  `three nodes behind HAProxy are restarted one after the other, ${ROUNDS} times, and no call fails`,
  inService(async (service, t) => {
    const front = await startFront(t, service);
    const callers = await startCallers(service, front.url, { withKeys: true });
    for (let round = 0; round < ROUNDS; round++) for (const node of front.nodes) await node.restart();
    await callers.until(CALLS);
    const { good, bad } = await callers.stop();
    t.diagnostic(`${good} calls, ${bad.length} failed`);
    assert.deepEqual(bad, []);
    await nothingTwice(t, service, callers.names);
  }),
);

for (const withKeys of [true, false]) {
  test(
    `kill -9 of a node, ${KILLS} times, writes ${withKeys ? "with" : "without"} a key: ${withKeys ? "at most one call fails each time, and" : "some fail, but"} nothing is done twice`,
    inService(async (service, t) => {
      const front = await startFront(t, service);
      const callers = await startCallers(service, front.url, { withKeys });
      await callers.until(200);
      for (let kill = 0; kill < KILLS; kill++) await front.nodes[kill % front.nodes.length]?.kill();
      const { good, bad } = await callers.stop();
      t.diagnostic(`${good} calls, ${bad.length} failed in ${KILLS} kills: ${JSON.stringify(bad.slice(0, 5))}`);
      if (withKeys) assert.ok(bad.length <= KILLS, JSON.stringify(bad));
      await nothingTwice(t, service, callers.names);
    }),
  );
}

test(
  "a caller stays on one node; metrics and a forged address do not pass",
  inService(async (service, t) => {
    const front = await startFront(t, service);
    const ada = await service.given.admin();
    const keys = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => ada.key(`key ${n}`)));
    for (const { key } of keys)
      for (let call = 0; call < 5; call++)
        assert.equal((await fetch(`${front.url}/api/v1/me`, { headers: { "x-api-key": key } })).status, 200);
    await setTimeout(1_500);
    const served = await Promise.all(front.nodes.map((node) => node.calls("members.me")));
    t.diagnostic(`calls by node: ${served.join(", ")}`);
    for (const count of served) assert.equal(count % 5, 0, `each key on one node: ${served.join(", ")}`);
    assert.equal(
      served.reduce((sum, one) => sum + one, 0),
      30,
    );
    assert.equal((await fetch(`${front.url}/metrics`)).status, 404);
    const forged = await fetch(`${front.url}/healthz`, { headers: { "x-forwarded-for": "10.9.9.9", "x-forwarded-proto": "https" } });
    assert.equal(forged.status, 200);
  }),
);

/** Each write made a record with a name of its own. */
async function nothingTwice(
  t: TestContext,
  service: { database: { query(text: string, values: unknown[]): Promise<unknown[]> } },
  names: string[],
) {
  const twice = await service.database.query("select title from records where title = any ($1) group by title having count(*) > 1", [
    names,
  ]);
  assert.deepEqual(twice, []);
  const found = await service.database.query("select distinct title from records where title = any ($1)", [names]);
  t.diagnostic(`${found.length} of ${names.length} writes are there`);
}
