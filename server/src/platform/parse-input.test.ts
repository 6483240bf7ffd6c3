import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { AppError, type Complaint } from "../kernel/errors.ts";
import { parseInput } from "./parse-input.ts";

const schema = z.strictObject({
  name: z.string().min(1, "Give a name.").describe("What to call it"),
  tags: z
    .array(z.strictObject({ "a/b~c": z.string() }))
    .max(3)
    .default([]),
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
    { pointer: "/role", message: 'There is no property "role" here.', hint: "There are name, tags." },
    { pointer: "/id", message: 'There is no property "id" here.', hint: "There are name, tags." },
  ]);
  assert.equal(complaintsOf(Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`x${at}`, at]))).length, 20);
});

test("a complaint says what to send instead, as far as the schema knows", () => {
  assert.deepEqual(complaintsOf({}), [{ pointer: "/name", message: '"name" is missing.', hint: "What to call it" }]);
  assert.deepEqual(complaintsOf({ name: "Ada", tag: [] }), [
    { pointer: "/tag", message: 'There is no property "tag" here.', hint: "Did you mean tags?" },
  ]);
  assert.equal(complaintsOf({ name: "Ada", tags: [{ "a/b~c": "x", other: 1 }] })[0]?.hint, "There are a/b~c.");
  assert.equal(complaintsOf({ name: 5 })[0]?.hint, "What to call it");
  const tags = Array.from({ length: 4 }, () => ({ "a/b~c": "x" }));
  assert.deepEqual(complaintsOf({ name: "Ada", tags }), [
    { pointer: "/tags", message: "At most 3 at a time.", hint: "Send the rest in another call." },
  ]);
});

test("text that cannot be stored is refused wherever it is, names included, before anything else", () => {
  assert.deepEqual(complaintsOf({ name: "a\0b" }), [{ pointer: "/name", message: "Text cannot contain the NUL character." }]);
  assert.equal(complaintsOf({ name: "\ud800" })[0]?.pointer, "/name");
  assert.equal(complaintsOf({ tags: [{ "a/b~c": "\0" }] }).length, 1);
  assert.match(complaintsOf({ "\0": 1 })[0]?.message ?? "", /NUL/);
  assert.deepEqual(complaintsOf({ name: "👩‍🚀 \u202e\u200b" }), []);
});
