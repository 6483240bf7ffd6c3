import assert from "node:assert/strict";
import { test } from "node:test";
import { inService } from "../service.ts";
import { until } from "../waiting.ts";
import { startNameServer } from "./name-server.ts";

const COMPANIES = 12;

// The name server is silent, so each look-up takes as long as one may take.
test("12 companies that save addresses with slow names hold no connection, and another company is answered", async (t) => {
  using names = await startNameServer(
    Object.fromEntries(Array.from({ length: COMPANIES }, (_, at) => [`slow-${at}.example.com`, "silent" as const])),
  );
  const run = inService(
    async (service) => {
      const admins = [];
      for (let at = 0; at < COMPANIES; at++) admins.push(await service.given.admin());
      const victim = await service.given.admin();
      const idle = async () => {
        const rows = await service.database.query(
          "select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%' and now() - state_change > interval '200 ms'",
        );
        return rows.length;
      };
      let left = COMPANIES;
      const saving = admins.map(async (admin, at) => {
        const answer = await admin.post(
          "webhooks.create",
          { url: `https://slow-${at}.example.com/kith` },
          { "idempotency-key": `slow ${at}` },
        );
        left--;
        return answer.status;
      });
      await until(() => new Set(names.asked).size === COMPANIES, "every name is asked for");
      assert.equal(left, COMPANIES, "all of them wait for a name");
      const met: number[] = [];
      for (let at = 0; at < 10; at++) {
        met.push((await victim.post("records.create", { type: "deal", values: { name: `Deal ${at}` } })).status);
        assert.equal(await idle(), 0, "connections that are idle in a transaction");
      }
      assert.deepEqual(
        met,
        met.map(() => 200),
      );
      await Promise.all(saving);
    },
    { env: { OUTBOUND_DNS: names.server, DATABASE_CONNECTIONS: "10" } },
  );
  await run(t);
});
