import assert from "node:assert/strict";
import { test } from "node:test";
import { FIELD_KINDS, isCategory, isList, KINDS, kindsThat, type KindFacts } from "./kinds.ts";

const OF_TEXT: readonly (keyof KindFacts)[] = ["maxLength", "isLong", "format", "identifier"];
const OF_NUMBER: readonly (keyof KindFacts)[] = ["isExact", "bounds"];

test("a kind has only the facts that its shape knows", () => {
  const facts = Object.values(KINDS);
  for (const fact of OF_TEXT) assert.deepEqual(shapesWith(fact), new Set(["text"]), fact);
  for (const fact of OF_NUMBER) assert.deepEqual(shapesWith(fact), new Set(["number"]), fact);
  for (const { prompt = "{field}" } of facts) assert.equal(prompt.split("{field}").length, 2, prompt);
  // A free text without a format is cut somewhere; an exact number is kept as a text, where bounds would not be checked.
  assert.deepEqual(
    kindsThat(({ shape, format, maxLength }) => shape === "text" && !format && maxLength === undefined),
    [],
  );
  assert.deepEqual(
    kindsThat(({ isExact, bounds }) => isExact === true && bounds !== undefined),
    [],
  );

  function shapesWith(fact: keyof KindFacts) {
    return new Set(facts.filter((one) => one[fact] !== undefined).map((one) => one.shape));
  }
});

test("what a kind can be follows from its facts", () => {
  assert.deepEqual(kindsThat(isList), ["multi_select", "relation", "email", "phone"]);
  assert.deepEqual(kindsThat(isCategory), ["select", "stage", "user"]);
  assert.equal(new Set(FIELD_KINDS.map((kind) => KINDS[kind].label)).size, FIELD_KINDS.length);
});
