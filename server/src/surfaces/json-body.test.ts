import assert from "node:assert/strict";
import { test } from "node:test";
import fastCheck from "fast-check";
import { AppError } from "../kernel/errors.ts";
import { parseJson } from "./json-body.ts";
import { stopwatch, within } from "../../test/measured.ts";

const refuses = (text: string, message: RegExp) => assert.throws(() => parseJson(text), { status: 400, code: "bad_json", message });

function refusal(text: string): AppError {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  assert.fail(`accepted: ${text}`);
}

function messageOf(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return String(error);
  }
}

const isJson = (text: string) => messageOf(text) === "";

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

test("an error in JSON names its line and column, and what was expected there", () => {
  const faults: [text: string, line: number, column: number, expected: string][] = [
    ["{", 1, 2, 'a name in double quotes or "}"'],
    ["{'a':1}", 1, 2, 'a name in double quotes or "}"'],
    ['{"a":1,}', 1, 8, "a name in double quotes"],
    ['{\n  "values": {\n    "name": "Mara" "email": ""\n  }\n}', 3, 20, '"," or "}"'],
    ['{"a" 1}', 1, 6, '":"'],
    ['{"a":}', 1, 6, "a value"],
    ["[1,2", 1, 5, '"," or "]"'],
    ["[", 1, 2, 'a value or "]"'],
    ["[1}", 1, 3, '"," or "]"'],
    ["[01]", 1, 3, '"," or "]"'],
    ["[1.]", 1, 3, '"," or "]"'],
    ["[-]", 1, 2, 'a value or "]"'],
    ["[tru]", 1, 2, 'a value or "]"'],
    ["{}{}", 1, 3, "the end of the body"],
    ["\ufeff{}", 1, 1, "a value"],
    ['["a\nb"]', 1, 4, "the rest of a string"],
    ['["a\\x"]', 1, 4, "the rest of a string"],
    ['["a', 1, 4, "the rest of a string"],
    ['"""', 1, 3, "the end of the body"],
    ['{"a" "b', 1, 6, '":"'],
  ];
  for (const [text, line, column, expected] of faults) {
    const { errors } = refusal(text);
    assert.deepEqual(errors, [{ pointer: "", message: errors[0]?.message, line, column, expected }], text);
  }
  assert.deepEqual(refusal('{\n"a":1,\n "a":2}').message, 'The body names "a" twice, at line 3, column 2.');
});

test("the place of an error is never behind the one where JSON.parse stops, wherever a text was cut or changed", () => {
  const wrong = fastCheck.tuple(fastCheck.json(), fastCheck.nat(), fastCheck.constantFrom("", "}", "]", ",", '"', "x", "\\"));
  fastCheck.assert(
    fastCheck.property(wrong, ([json, where, letter]) => {
      const at = where % (json.length + 1);
      const text = json.slice(0, at) + letter + (letter ? json.slice(at + 1) : "");
      if (isJson(text) || text === "") return;
      const { errors } = refusal(text);
      const offset = (errors[0]?.column ?? 0) - 1;
      // Whatever comes before the place could still become JSON; V8 says where it stopped when the text is long enough.
      const nodesOffset = /at position (\d+)/.exec(messageOf(text))?.[1];
      assert.ok(nodesOffset === undefined || offset <= Number(nodesOffset), `${text}: ${offset}, ${nodesOffset}`);
    }),
  );
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
  const took = stopwatch();
  for (const text of [`"${"a".repeat(1_000_000)}"`, `"${"\\n".repeat(500_000)}"`, `["a"${" ".repeat(1_000_000)}]`]) parseJson(text);
  assert.ok(took() < within(5_000));
});
