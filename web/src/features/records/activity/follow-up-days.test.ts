import assert from "node:assert/strict";
import { test } from "node:test";
import { followUpDays } from "./follow-up-days.ts";

test("a follow-up is offered for tomorrow, this Friday and next week, each day once", () => {
  const shown = (today: string) => followUpDays(today).map(({ label, day }) => `${label} ${day.slice(-2)}`);
  assert.deepEqual(shown("2026-11-16"), ["Tomorrow 17", "Friday 20", "In a week 23"], "a Monday");
  assert.deepEqual(shown("2026-11-18"), ["Tomorrow 19", "Friday 20", "Next Monday 23"], "a Wednesday");
  assert.deepEqual(shown("2026-11-19"), ["Tomorrow 20", "Next Monday 23"], "a Thursday");
  assert.deepEqual(shown("2026-11-20"), ["Tomorrow 21", "Monday 23"], "a Friday");
  assert.deepEqual(shown("2026-11-22"), ["Tomorrow 23", "Friday 27", "In a week 29"], "a Sunday");
});
