import assert from "node:assert/strict";
import { test } from "node:test";
import fastCheck from "fast-check";
import { parseJson } from "./json-body.ts";

const refuses = (text: string, message: RegExp) => assert.throws(() => parseJson(text), { status: 400, code: "bad_json", message });

test("JSON is read as JSON.parse reads it, and nothing is no body", () => {
  const forbidden = new Set(["__proto__", "constructor", "prototype"]);
  const key = fastCheck.string({ unit: "binary" }).filter((name) => !forbidden.has(name));
  const { value } = fastCheck.letrec((tie) => ({
    value: fastCheck.oneof(
      { maxDepth: 5 },
      fastCheck.jsonValue({ maxDepth: 0 }),
      fastCheck.array(tie("value")),
      fastCheck.dictionary(key, tie("value")),
    ),
  }));
  fastCheck.assert(
    fastCheck.property(value, fastCheck.constantFrom(0, 1, "\t"), (json, space) => {
      const text = JSON.stringify(json, null, space);
      assert.deepEqual(parseJson(text), JSON.parse(text));
    }),
  );
  assert.equal(parseJson(""), undefined);
});

test("what is no JSON is refused", () => {
  for (const text of ["{", "{'a':1}", '{"a":1,}', "undefined", "\ufeff{}", "{}{}", "NaN"]) refuses(text, /not valid JSON/);
});

test("a name is refused when its object has it twice, and not because another object has it", () => {
  refuses('{"a":1,"b":2,"a":3}', /names "a" twice/);
  refuses('{"a":1,"\\u0061":3}', /names "a" twice/);
  refuses('{"a":{"b":[{"c":1,"c" \n : 2}]}}', /names "c" twice/);
  refuses('{"":1,"":2}', /names "" twice/);
  for (const fine of [
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":2}]',
    '{"a":["a","a"],"b":"a"}',
    '{"a":"\\"a\\":1,\\"a\\":2"}',
    '{"a\\\\":1,"a":2}',
  ]) {
    assert.deepEqual(parseJson(fine), JSON.parse(fine));
  }
});

test("names that reach into prototypes are refused, as text they are text", () => {
  for (const name of ["__proto__", "constructor", "prototype", "\\u005f_proto__"]) refuses(`[{"a":{"${name}":1}}]`, /not allowed/);
  assert.deepEqual(parseJson('["__proto__"]'), ["__proto__"]);
});

test("64 levels are read, the 65th is refused; 1,000 names in one object are read, one more is refused", () => {
  assert.ok(parseJson("[".repeat(64) + "]".repeat(64)));
  refuses("[".repeat(65) + "]".repeat(65), /64 deep/);
  refuses('{"a":'.repeat(65) + "1" + "}".repeat(65), /64 deep/);
  const names = (count: number) => `{${Array.from({ length: count }, (_, at) => `"${at}":1`).join(",")}}`;
  assert.ok(parseJson(names(1_000)));
  refuses(names(1_001), /more than 1000 properties/);
});

test("a megabyte of one string, of escapes or of spaces is not walked over again and again", () => {
  const started = performance.now();
  for (const text of [`"${"a".repeat(1_000_000)}"`, `"${"\\n".repeat(500_000)}"`, `["a"${" ".repeat(1_000_000)}]`]) parseJson(text);
  assert.ok(performance.now() - started < 5_000);
});
