import assert from "node:assert/strict";
import { test } from "node:test";
import { absenceText } from "./absence-text.ts";

test("an absence ends on the day that clocks show where the person works, before and after the clocks change", () => {
  assert.equal(absenceText("2026-11-24T23:00:00.000Z", "Europe/Berlin"), "absent, back on Wed 25 Nov 2026");
  assert.equal(absenceText("2026-07-24T22:00:00.000Z", "Europe/Berlin"), "absent, back on Sat 25 Jul 2026");
  assert.equal(absenceText("2026-11-25T05:00:00.000Z", "America/New_York"), "absent, back on Wed 25 Nov 2026");
  assert.equal(absenceText("2026-11-25T03:00:00.000Z", "America/New_York"), "absent until Tue 24 Nov 2026, 22:00");
  assert.equal(absenceText("2026-12-31T18:15:00.000Z", "Asia/Kathmandu"), "absent, back on Fri 1 Jan 2027");
});
