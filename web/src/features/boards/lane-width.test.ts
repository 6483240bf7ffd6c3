import assert from "node:assert/strict";
import { test } from "node:test";
import { laneWidth } from "./lane-width.ts";

test("lanes fill the board where all of them fit beside those that are folded", () => {
  assert.equal(laneWidth(1216, 5, 1), 235);
  assert.equal(laneWidth(1216, 2, 0), 360);
});

test("where they do not fit, whole lanes are in sight and the edge of the next", () => {
  for (const [board, whole] of [
    [390, 1],
    [512, 2],
    [668, 3],
    [768, 3],
    [800, 3],
  ] as const) {
    const width = laneWidth(board, 5, 1);
    assert.equal(Math.floor(board / width), whole, `${board} px`);
    assert.ok(board - whole * width >= 12 && board - whole * width < 12 + whole, `${board} px leave ${board - whole * width}`);
  }
});

test("a board that is narrower than a lane, or not drawn yet, has a lane all the same", () => {
  assert.equal(laneWidth(180, 5, 0), 168);
  assert.ok(Number.isFinite(laneWidth(0, 0, 0)));
});
