import assert from "node:assert/strict";
import { test } from "node:test";
import { changesBetween, type Result } from "../../bench/commits/changes.ts";

const runs = (name: string, values: number[], lower = false): Result[] =>
  values.map((value) => ({ ratios: { [name]: value }, ...(lower ? { lower: [name] } : {}) }));
const verdict = (before: number[], now: number[], lower = false) =>
  changesBetween(runs("list", before, lower), runs("list", now, lower))[0]?.verdict;

test("a bench of two commits names what got worse, whichever direction is better, and not what is within the noise", () => {
  assert.equal(verdict([1, 1.1, 0.9], [0.5, 0.6, 0.55]), "worse");
  assert.equal(verdict([1, 1.1, 0.9], [0.5, 0.6, 0.55], true), "better");
  assert.equal(verdict([3, 3.1, 2.9], [4.1, 4.2, 4.3], true), "worse");
  assert.equal(verdict([1, 1.4, 0.6], [0.7, 0.5, 0.65]), "same", "runs of both overlap");
  assert.equal(verdict([1, 1.01, 1.02], [0.97, 0.98, 0.99]), "same", "three in a hundred");
});

test("what one of the commits does not measure is left out", () => {
  assert.deepEqual(changesBetween(runs("old", [1]), runs("new", [1])), []);
});
