import assert from "node:assert/strict";
import { test } from "node:test";
import { dealName, organizationName } from "./names.ts";
import { doneBefore, shareOf } from "./year.ts";

const WEEKS = 52;
const yearOf = (total: number) => Array.from({ length: WEEKS }, (_, week) => shareOf(total, week, WEEKS));

test("a year has its total, in weeks of which some are busy and some are quiet, the same every time", () => {
  for (const total of [2_000, 400, 300, 200, 80, 60]) {
    const shares = yearOf(total);
    assert.equal(
      shares.reduce((sum, one) => sum + one, 0),
      total,
    );
    assert.deepEqual(yearOf(total), shares);
    assert.ok((shares[0] ?? 0) > 0, "whatever comes later has somebody to belong to");
    assert.equal(doneBefore(WEEKS, total, WEEKS), total);
  }
  const contacts = yearOf(2_000);
  assert.ok(Math.max(...contacts) > 2.5 * Math.min(...contacts), String(contacts));
  assert.ok(new Set(contacts).size > WEEKS / 2, String(contacts));
});

test("no two organizations and no two deals of a year are called the same", () => {
  const organizations = Array.from({ length: 400 }, (_, at) => organizationName(at));
  assert.equal(new Set(organizations).size, 400);
  const deals = organizations.slice(0, 300).map((name, at) => dealName(name, at));
  assert.equal(new Set(deals).size, 300);
});
