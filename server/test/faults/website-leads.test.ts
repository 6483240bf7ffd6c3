import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { createHttpProcess } from "../../../scripts/http-process.ts";
import { freePort } from "../../../scripts/postgres.ts";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import { giveForm } from "../leads/forms.ts";
import { inService } from "../service.ts";
import { startCutOff } from "./cut-off.ts";
import { createVisitors } from "./visitors.ts";

// Small in the normal suite; `npm run test:faults -- website-leads` runs the full size.
const IS_FULL = process.env["FAULTS"] === "full";
const size = (small: number, full: number) => (IS_FULL ? full : small);
const PER_SECOND = size(20, 100);
const AWAY_MS = size(1_500, 30_000);
const CALM_MS = size(1_000, 8_000);
const MAX_WAIT_MS = 90_000;

test(
  `${PER_SECOND} leads a second from the script's core, the database away for ${AWAY_MS / 1_000} s and the node killed twice: what is shown as sent is there once, what is kept arrives`,
  { timeout: 600_000 },
  inService(async (service, t) => {
    const ada = await service.given.admin();
    const form = await giveForm(ada, { day_cap: 1_000_000 });
    using way = await startCutOff(service.database.url);
    const port = await freePort();
    const baseUrl = `http://localhost:${port}`;
    const node = createHttpProcess(
      {
        DATABASE_URL: way.url,
        BASE_URL: baseUrl,
        PORT: String(port),
        KITH_SECRET: TEST_SECRET,
        TRUSTED_PROXIES: "127.0.0.1,::1",
        LOG_LEVEL: "fatal",
      },
      baseUrl,
    );
    await node.start();
    t.after(() => node.kill());
    using visitors = createVisitors(`${baseUrl}/f/${form.public_id}`);

    let arrived = 0;
    const over = new AbortController();
    const arriving = (async () => {
      for (const since = Date.now(); !over.signal.aborted; await setTimeout(20))
        while (arrived < ((Date.now() - since) / 1_000) * PER_SECOND) void visitors.arrive(arrived++);
    })();
    const killed = async () => {
      await node.kill();
      await node.start();
      await setTimeout(CALM_MS);
    };
    await setTimeout(CALM_MS);
    await killed();
    way.cut();
    await setTimeout(AWAY_MS);
    way.mend();
    const back = Date.now();
    await setTimeout(CALM_MS);
    await killed();
    const lastBack = Date.now() - CALM_MS;
    over.abort();
    await arriving;
    while (visitors.kept() > 0 && Date.now() - lastBack < MAX_WAIT_MS + 10_000) await setTimeout(250);

    const all = [...visitors.heard.values()];
    const kept = all.filter(({ wasLater }) => wasLater);
    const latest = Math.max(...all.map(({ at }) => at)) - lastBack;
    t.diagnostic(
      `${arrived} leads, ${kept.length} of them kept for a while; all there ${(latest / 1_000).toFixed(1)} s after the last return, ${((latest + lastBack - back) / 1_000).toFixed(1)} s after the database's`,
    );
    assert.ok(kept.length > 0, "the faults were felt");
    assert.equal(visitors.refusals(), 0);
    assert.equal(visitors.kept(), 0, "nothing is left in a browser");
    assert.ok(latest <= MAX_WAIT_MS);
    assert.ok(all.every(({ outcome }) => outcome === "sent"));
    const rows = await service.database.query("select dedupe_key, count(*)::int as count from lead_submissions group by 1");
    assert.deepEqual([...visitors.heard.keys()].toSorted(), rows.map((row) => String(row["dedupe_key"])).toSorted());
    assert.ok(rows.every((row) => row["count"] === 1));
  }),
);
