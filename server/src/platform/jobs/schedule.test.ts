import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { cloneDatabase } from "../../../test/service.ts";
import { HOUR_MS, type Clock } from "../../kernel/clock.ts";
import { createLog } from "../log.ts";
import { isDue, runDue, type Schedule } from "./schedule.ts";
import { companiesAtTheirShare } from "./share.ts";
import { fromNow } from "../../../test/moments.ts";

test("periodic work runs once for each of its times and on one worker, and a failure does not stop the schedules after it", async () => {
  const database = await cloneDatabase();
  let shift = 0;
  const clock: Clock = { now: () => fromNow(shift) };
  const lines: string[] = [];
  const log = createLog("error", { write: (line: string) => void lines.push(line) });
  const ran: string[] = [];
  let atOnce = 0;
  const schedules: Schedule[] = [
    { name: "broken", cron: "0 * * * *", run: async () => Promise.reject(new Error("broken on purpose")) },
    {
      name: "sweep",
      cron: "0 * * * *",
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
    assert.deepEqual(ran, [], "what nobody knew before begins at its next time");
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

test("a schedule follows the clock of its zone, over the change to summer time and back, and runs once for all that it missed", () => {
  const nightly = { cron: "30 3 * * *", zone: "Europe/Berlin" };
  const cases: [string, string, boolean][] = [
    ["2026-03-28T02:30:00Z", "2026-03-29T01:29:59Z", false], // 03:30 is 01:30 UTC from this night on
    ["2026-03-28T02:30:00Z", "2026-03-29T01:30:00Z", true],
    ["2026-03-29T01:30:00Z", "2026-03-30T01:29:59Z", false],
    ["2026-10-24T01:30:00Z", "2026-10-25T02:29:59Z", false],
    ["2026-10-24T01:30:00Z", "2026-10-25T02:30:00Z", true],
    ["2026-06-01T01:30:00Z", "2026-06-20T12:00:00Z", true],
    ["2026-06-20T12:00:00Z", "2026-06-20T12:01:00Z", false],
  ];
  for (const [ranAt, now, expected] of cases) assert.equal(isDue(nightly, new Date(ranAt), new Date(now)), expected, `${ranAt} ${now}`);
  assert.equal(isDue({ cron: "0 9 * * 1" }, new Date("2026-06-19T12:00:00Z"), new Date("2026-06-22T08:59:00Z")), false);
  assert.equal(isDue({ cron: "0 9 * * 1" }, new Date("2026-06-19T12:00:00Z"), new Date("2026-06-22T09:00:00Z")), true);
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
