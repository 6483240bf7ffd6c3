import { test } from "node:test";
import { z } from "zod";
import { anyObject } from "./any-object.ts";

const asZod = z.record(z.string(), z.unknown());

const ANYTHING: unknown[] = [
  {},
  { name: "Ada", tags: ["a"], none: null, missing: undefined },
  Object.assign(Object.create(null) as object, { name: "Ada" }),
  { constructor: "a field of this name" },
  [],
  ["name"],
  null,
  undefined,
  "",
  "name",
  0,
  true,
  new Date(0),
  new Map([["name", "Ada"]]),
  new (class Person {
    name = "Ada";
  })(),
  () => ({}),
  Symbol("name"),
];

const issuesOf = (result: z.ZodSafeParseResult<unknown>) => result.error?.issues ?? [];

for (const [which, value] of ANYTHING.entries()) {
  test(`an object with any names is taken or refused as a record of zod is: value ${which}`, (t) => {
    for (const check of [z.safeParse, z.safeEncode]) {
      const [ours, zods] = [check(anyObject, value as never), check(asZod, value as never)];
      t.assert.deepEqual(issuesOf(ours), issuesOf(zods));
      t.assert.deepEqual(ours.data, zods.data);
    }
  });
}

test("an object with any names is documented as a record of zod is", (t) => {
  t.assert.deepEqual(z.toJSONSchema(anyObject), z.toJSONSchema(asZod));
});
