import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { AppError, type FieldError } from "../kernel/errors.ts";
import { parseInput } from "./parse-input.ts";

const schema = z.strictObject({
  name: z.string().min(1, "Give a name.").describe("What to call it"),
  tags: z
    .array(z.strictObject({ "a/b~c": z.string() }))
    .max(3)
    .default([]),
});

function fieldErrorsOf(input: unknown): FieldError[] {
  try {
    parseInput(schema, input);
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.deepEqual([error.status, error.code, error.message], [422, "invalid_input", error.errors[0]?.message]);
    return error.errors;
  }
  return [];
}

test("valid input is returned with its defaults", () => {
  assert.deepEqual(parseInput(schema, { name: "Ada" }), { name: "Ada", tags: [] });
});

test("a field error has a JSON pointer and a message", () => {
  assert.deepEqual(fieldErrorsOf({ name: "" }), [{ pointer: "/name", message: "Give a name." }]);
  assert.equal(fieldErrorsOf({ name: "Ada", tags: [{ "a/b~c": 5 }] })[0]?.pointer, "/tags/0/a~1b~0c");
  assert.equal(fieldErrorsOf(undefined)[0]?.pointer, "/name");
});

test("each unknown property has an error of its own, at most twenty", () => {
  assert.deepEqual(fieldErrorsOf({ name: "Ada", role: "admin", id: 1 }), [
    { pointer: "/role", message: 'There is no property "role" here.', hint: "There are name, tags." },
    { pointer: "/id", message: 'There is no property "id" here.', hint: "There are name, tags." },
  ]);
  assert.equal(fieldErrorsOf(Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`x${at}`, at]))).length, 20);
});

test("a field error says what to send instead, if the schema can tell", () => {
  assert.deepEqual(fieldErrorsOf({}), [{ pointer: "/name", message: '"name" is missing.', hint: "What to call it" }]);
  assert.deepEqual(fieldErrorsOf({ name: "Ada", tag: [] }), [
    { pointer: "/tag", message: 'There is no property "tag" here.', hint: "Did you mean tags?" },
  ]);
  assert.equal(fieldErrorsOf({ name: "Ada", tags: [{ "a/b~c": "x", other: 1 }] })[0]?.hint, "There are a/b~c.");
  assert.equal(fieldErrorsOf({ name: 5 })[0]?.hint, "What to call it");
  const tags = Array.from({ length: 4 }, () => ({ "a/b~c": "x" }));
  assert.deepEqual(fieldErrorsOf({ name: "Ada", tags }), [
    { pointer: "/tags", message: "At most 3 at a time.", hint: "Send the rest in another call." },
  ]);
});

test("text that cannot be stored is refused everywhere, in property names too, before any other check", () => {
  assert.deepEqual(fieldErrorsOf({ name: "a\0b" }), [{ pointer: "/name", message: "Text cannot contain the NUL character." }]);
  assert.equal(fieldErrorsOf({ name: "\ud800" })[0]?.pointer, "/name");
  assert.equal(fieldErrorsOf({ tags: [{ "a/b~c": "\0" }] }).length, 1);
  assert.match(fieldErrorsOf({ "\0": 1 })[0]?.message ?? "", /NUL/);
  assert.deepEqual(fieldErrorsOf({ name: "👩‍🚀 \u202e\u200b" }), []);
});
