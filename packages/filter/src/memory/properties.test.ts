import fc from "fast-check";
import assert from "node:assert/strict";
import test from "node:test";
import { NOW, TIME_ZONES, filterOf, relatedIn, worldOf, type Pool, type WorldRecord } from "../../test/arbitrary.ts";
import { PEOPLE, RELATIONS, TYPES, lookup } from "../../test/sample.ts";
import { check, createMatcher, fromJson, parse, print, toJson, type CheckedNode, type FilterNode, type TypeSchema } from "../index.ts";

const numRuns = Number(process.env["RUNS"] ?? 10_000);

const pool: Pool = { people: PEOPLE, ids: Array.from({ length: 8 }, (_, index) => `rec_${index}`) };
const filters = fc.oneof(...TYPES.map((type) => filterOf(type, lookup, pool).map((tree) => ({ type, tree }))));
const worlds = worldOf(TYPES, RELATIONS, pool);

function checked(tree: FilterNode, type: TypeSchema): { tree: FilterNode; checked: CheckedNode } {
  const result = check(tree, { type: type.key, lookup, people: PEOPLE });
  return result.ok ? result : assert.fail(`${print(tree)}: ${result.errors[0]?.message}`);
}

test("-x is exactly the complement of x, on every record", () => {
  let found = 0;
  fc.assert(
    fc.property(filters, worlds, fc.constantFrom(...TIME_ZONES), ({ type, tree }, world, timeZone) => {
      const denied = check({ kind: "not", node: tree }, { type: type.key, lookup, people: PEOPLE });
      fc.pre(denied.ok); // one deeper than the tree, so it may be over the bound
      const surroundings = { now: NOW, timeZone, me: "usr_mara", related: relatedIn(world, RELATIONS) };
      const matches = createMatcher<WorldRecord>(checked(tree, type).checked, surroundings);
      const misses = createMatcher<WorldRecord>(denied.checked, surroundings);
      for (const record of world.records.filter((one) => one.type === type.key)) {
        assert.equal(misses(record), !matches(record));
        if (matches(record)) found++;
      }
    }),
    { numRuns: Math.ceil(numRuns / 4) },
  );
  // The filters must say something about the records, or the property says nothing.
  assert.ok(found > numRuns / 20, `only ${found} records found`);
});

test("!= is the complement of :, and no: of has:, through any path", () => {
  const opposite = { eq: "ne", ne: "eq", set: "unset", unset: "set" } as const;
  fc.assert(
    fc.property(filters, worlds, ({ type, tree }, world) => {
      if (tree.kind !== "compare" || !(tree.op in opposite)) return;
      const denied: FilterNode = { ...tree, op: opposite[tree.op as keyof typeof opposite] };
      const surroundings = { now: NOW, timeZone: "UTC", me: "usr_mara", related: relatedIn(world, RELATIONS) };
      const matches = createMatcher<WorldRecord>(checked(tree, type).checked, surroundings);
      const misses = createMatcher<WorldRecord>(checked(denied, type).checked, surroundings);
      for (const record of world.records.filter((one) => one.type === type.key)) assert.equal(misses(record), !matches(record));
    }),
    { numRuns: Math.ceil(numRuns / 4) },
  );
});

test("a checked filter, printed and read again, is checked to the same, in both spellings", () => {
  fc.assert(
    fc.property(filters, ({ type, tree }) => {
      const once = checked(tree, type);
      const fromText = parse(print(once.tree));
      const fromRules = fromJson(JSON.parse(JSON.stringify(toJson(once.tree))));
      assert.ok(fromText.ok && fromRules.ok);
      assert.deepEqual(checked(fromText.tree, type), once);
      assert.deepEqual(checked(fromRules.tree, type), once);
      assert.deepEqual(checked(once.tree, type), once);
    }),
    { numRuns },
  );
});
