import assert from "node:assert/strict";
import { test } from "node:test";
import * as features from "../features.ts";
import { createQuotas } from "./quotas.ts";

const declared = Object.values(features).flatMap((feature) => feature.quotas);

test("an operator's number for something that has no quota is refused, with the names there are", () => {
  assert.throws(() => createQuotas(declared, { types: 5, cats: 3 }), /QUOTAS: there is no cats, but .*\btypes\b.*\bshared_views\b/);
  assert.doesNotThrow(() => createQuotas(declared, { types: 5, shared_views: 1 }));
});

test("every quota has a name of its own", () => {
  const names = declared.map((quota) => quota.name);
  assert.ok(names.length > 10);
  assert.deepEqual(names, [...new Set(names)]);
});
