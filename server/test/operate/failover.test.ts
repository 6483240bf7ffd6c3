import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import { stopwatch } from "../measured.ts";
import { until } from "../waiting.ts";
import { ROOT } from "./image.ts";
import { startNode } from "./start-nodes.ts";
import { missingForFailover, startPatroni, type Patroni } from "./start-patroni.ts";
import { startLedger } from "./write-ledger.ts";

const WRITABLE_MS = 6_000;
const SWITCHED_MS = 10_000;
const GOING_ON_MS = 3_000;

test(
  "three PostgreSQL under Patroni lose no confirmed write, and without a standby nothing is confirmed",
  { skip: missingForFailover },
  async (t) => {
    const patroni = await startPatroni(t);
    const node = await startKith(t, patroni);
    const query = (text: string, values?: unknown[]) => patroni.query(text, values) as Promise<Record<string, unknown>[]>;
    const ledger = await startLedger(node.url, "synchronous", query);
    t.after(() => ledger.stop());
    await until(() => ledger.confirmed().length > 100, "writes are confirmed");

    await t.test("its process is killed: another is writable within 6 seconds, and the old one comes back as a standby", async (step) => {
      const before = await patroni.primary();
      const killed = performance.now();
      before?.killPostgres();
      const next = await until(async () => {
        const now = await patroni.primary();
        return now && now !== before ? now : undefined;
      }, "another primary");
      await setTimeout(GOING_ON_MS);
      const silence = ledger.silence(killed);
      step.diagnostic(`${before?.name} killed, ${next.name} took over; ${Math.round(silence)} ms without a confirmed write`);
      assert.ok(silence < WRITABLE_MS, `${Math.round(silence)} ms`);
      await patroni.untilWhole();
      assert.equal(await before?.isPrimary(), false);
    });

    await t.test("a switchover costs seconds", async (step) => {
      const before = await patroni.primary();
      const asked = performance.now();
      const answer = await patroni.ask("/switchover", "POST", { leader: before?.name });
      assert.ok(answer.ok, await answer.text());
      await setTimeout(GOING_ON_MS);
      await until(async () => (await patroni.primary()) !== undefined, "a primary");
      step.diagnostic(`${Math.round(ledger.silence(asked))} ms without a confirmed write`);
      assert.ok(ledger.silence(asked) < SWITCHED_MS, `${Math.round(ledger.silence(asked))} ms`);
      assert.notEqual((await patroni.primary())?.name, before?.name);
      await patroni.untilWhole();
    });

    await t.test("nothing that was confirmed is lost, and sent again with the same keys nothing is there twice", async (step) => {
      await ledger.stop();
      const refused = ledger.refused();
      const kinds = Object.entries(Object.groupBy(refused, (entry) => entry.refused ?? "")).map(([kind, all]) => `${all?.length} ${kind}`);
      step.diagnostic(`${ledger.confirmed().length} confirmed, ${refused.length} refused: ${kinds.join(", ")}`);
      assert.deepEqual(await ledger.lost(), []);
      assert.deepEqual(await ledger.replay(), []);
      assert.deepEqual(await ledger.lost(), []);
    });

    await t.test(
      "without a standby a write is answered 503 after five seconds, in words; it is there once a standby is back",
      async (step) => {
        const primary = await patroni.primary();
        const standbys = patroni.nodes.filter((one) => one !== primary);
        for (const one of standbys) await one.killMachine();
        const took = stopwatch();
        const entry = await ledger.write("synchronous alone");
        step.diagnostic(`${entry.refused} after ${Math.round(took())} ms`);
        assert.equal(entry.refused, "503 outcome_unknown");
        assert.ok(took() > 4_000 && took() < 8_000, `${Math.round(took())} ms`);
        for (const one of standbys) one.start();
        await patroni.untilWhole();
        await until(async () => (await ledger.write("synchronous alone")).confirmed, "the same write, with the same key");
        assert.deepEqual(await query("select count(*)::int as count from records where title = 'synchronous alone'"), [{ count: 1 }]);
      },
    );

    // The same ledger finds losses where there are some: it would not help if it found none.
    await t.test("control: asynchronous, with standbys that have stopped receiving, confirmed writes are lost", async (step) => {
      const settings = { synchronous_mode: false, synchronous_mode_strict: false, maximum_lag_on_failover: 1_000_000_000 };
      assert.ok((await patroni.ask("/config", "PATCH", settings)).ok);
      await until(
        async () => (await query("show synchronous_standby_names"))[0]?.["synchronous_standby_names"] === "",
        "it is asynchronous",
      );
      const control = await startLedger(node.url, "asynchronous", query);
      step.after(() => control.stop());
      await until(() => control.confirmed().length > 50, "writes are confirmed");
      const primary = await patroni.primary();
      const receivers = patroni.nodes.filter((one) => one !== primary).map((one) => one.receiver());
      assert.ok(receivers.every((pid) => pid !== undefined));
      for (const pid of receivers) process.kill(pid ?? 0, "SIGSTOP");
      await setTimeout(1_500);
      primary?.killPostgres();
      await setTimeout(200);
      // Continued, they would deliver what the system still holds for them.
      for (const pid of receivers) process.kill(pid ?? 0, "SIGKILL");
      await until(async () => {
        const now = await patroni.primary();
        return now !== undefined && now !== primary;
      }, "another primary");
      await setTimeout(GOING_ON_MS);
      await control.stop();
      const lost = await control.lost();
      step.diagnostic(`${lost.length} of ${control.confirmed().length} confirmed writes are lost`);
      assert.ok(lost.length > 0);
    });
  },
);

async function startKith(t: TestContext, patroni: Patroni) {
  const main = join(ROOT, "server/dist/bundle/main.js");
  const env = { BASE_URL: "http://localhost", DATABASE_URL: patroni.url, KITH_SECRET: TEST_SECRET };
  execFileSync(process.execPath, [main, "migrate"], { env: { PATH: process.env["PATH"], ...env }, stdio: "pipe" });
  return startNode(t, "http", patroni.url);
}
