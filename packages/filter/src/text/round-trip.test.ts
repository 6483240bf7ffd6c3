import fc from "fast-check";
import assert from "node:assert/strict";
import test from "node:test";
import { anyTree } from "../../test/arbitrary.ts";
import { fromJson, parse, print, toJson } from "../index.ts";

const numRuns = Number(process.env["RUNS"] ?? 10_000);

test("parse(print(tree)) is the same tree, for every tree", () => {
  fc.assert(
    fc.property(anyTree(), (tree) => {
      const parsed = parse(print(tree));
      assert.deepEqual(parsed.ok ? parsed.tree : parsed.errors, tree);
    }),
    { numRuns },
  );
});

test("fromJson(toJson(tree)) is the same tree, for every tree, through JSON text", () => {
  fc.assert(
    fc.property(anyTree(), (tree) => {
      const parsed = fromJson(JSON.parse(JSON.stringify(toJson(tree))));
      assert.deepEqual(parsed.ok ? parsed.tree : parsed.errors, tree);
    }),
    { numRuns },
  );
});
