import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { AppError, type Complaint } from "./errors.ts";
import { parseInput } from "./parse.ts";

const schema = z.strictObject({
  name: z.string().min(1, "Give a name."),
  tags: z.array(z.strictObject({ "a/b~c": z.string() })).default([]),
});

function complaintsOf(input: unknown): Complaint[] {
  try {
    parseInput(schema, input);
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.deepEqual([error.status, error.code, error.message], [422, "invalid_input", error.errors[0]?.message]);
    return error.errors;
  }
  return [];
}

test("what fits the schema is answered with its defaults", () => {
  assert.deepEqual(parseInput(schema, { name: "Ada" }), { name: "Ada", tags: [] });
});

test("a complaint says where, as a JSON pointer, and what", () => {
  assert.deepEqual(complaintsOf({ name: "" }), [{ pointer: "/name", message: "Give a name." }]);
  assert.equal(complaintsOf({ name: "Ada", tags: [{ "a/b~c": 5 }] })[0]?.pointer, "/tags/0/a~1b~0c");
  assert.equal(complaintsOf(undefined)[0]?.pointer, "/name");
});

test("an unknown property is named, each by itself, and of many only the first twenty", () => {
  assert.deepEqual(complaintsOf({ name: "Ada", role: "admin", id: 1 }), [
    { pointer: "/role", message: 'There is no property "role" here.' },
    { pointer: "/id", message: 'There is no property "id" here.' },
  ]);
  assert.equal(complaintsOf(Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`x${at}`, at]))).length, 20);
});

test("text that cannot be stored is refused wherever it is, names included, before anything else", () => {
  assert.deepEqual(complaintsOf({ name: "a\0b" }), [{ pointer: "/name", message: "Text cannot contain the NUL character." }]);
  assert.equal(complaintsOf({ name: "\ud800" })[0]?.pointer, "/name");
  assert.equal(complaintsOf({ tags: [{ "a/b~c": "\0" }] }).length, 1);
  assert.match(complaintsOf({ "\0": 1 })[0]?.message ?? "", /NUL/);
  assert.deepEqual(complaintsOf({ name: "👩‍🚀 \u202e\u200b" }), []);
});
