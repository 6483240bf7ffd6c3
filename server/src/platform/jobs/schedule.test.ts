import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { cloneDatabase } from "../../../test/service.ts";
import { HOUR_MS, type Clock } from "../../kernel/clock.ts";
import { createLog } from "../log.ts";
import { runDue, type Schedule } from "./schedule.ts";
import { companiesAtTheirShare } from "./share.ts";
import { fromNow } from "../../../test/moments.ts";

test("periodic work runs once in its period and on one worker, and a failure does not stop the schedules after it", async () => {
  const database = await cloneDatabase();
  let shift = 0;
  const clock: Clock = { now: () => fromNow(shift) };
  const lines: string[] = [];
  const log = createLog("error", { write: (line: string) => void lines.push(line) });
  const ran: string[] = [];
  let atOnce = 0;
  const schedules: Schedule[] = [
    { name: "broken", everyMs: HOUR_MS, run: async () => Promise.reject(new Error("broken on purpose")) },
    {
      name: "sweep",
      everyMs: HOUR_MS,
      async run(query) {
        assert.equal(++atOnce, 1);
        await query("select 1");
        await sleep(100);
        ran.push("sweep");
        atOnce--;
      },
    },
  ];
  const look = () => Promise.all(Array.from({ length: 4 }, () => runDue(database.url, schedules, clock, log)));
  try {
    await look();
    assert.deepEqual(ran, [], "what nobody knew before begins one period later");
    for (const expected of [1, 1, 2]) {
      if (expected > ran.length) shift += HOUR_MS;
      await look();
      assert.equal(ran.length, expected);
    }
    assert.equal(lines.filter((line) => line.includes("broken on purpose")).length, 2);
  } finally {
    await database.drop();
  }
});

test("busy companies leave slots free for the next one, and one alone has a quarter", () => {
  const SLOTS = 12;
  const running: { companyId: string }[] = [];
  const held = (companyId: string) => running.filter((one) => one.companyId === companyId).length;
  const counts: number[] = [];
  for (let company = 0; company < 7; company++) {
    const companyId = String(company);
    while (running.length < SLOTS && !companiesAtTheirShare(SLOTS, running).includes(companyId)) running.push({ companyId });
    counts.push(held(companyId));
  }
  assert.deepEqual(counts, [3, 3, 2, 1, 1, 1, 1]);
});
