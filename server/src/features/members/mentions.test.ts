import assert from "node:assert/strict";
import { test } from "node:test";
import { namedIn, splitAtNames } from "./mentions.ts";

const people = [
  { id: "1", name: "Mara Lindqvist" },
  { id: "2", name: "Jo Ek" },
  { id: "3", name: "Jo Berg" },
  { id: "4", name: "Ann (sales)" },
  { id: "5", name: "Ann-Marie Öst" },
  { id: "6", name: "Max" },
  { id: "7", name: "Max Muster" },
];
const named = (text: string) => namedIn(text, people).map(({ id, written }) => `${id} ${written}`);

test("a text names those whose name stands after an @, and nobody whose name is only similar", () => {
  assert.deepEqual(named("@Mara look"), ["1 Mara"]);
  assert.deepEqual(named("@jo ek, and not the other"), ["2 jo ek"]);
  assert.deepEqual(named("@Jo is not clear, @Maraschino is nobody"), []);
  assert.deepEqual(named("@Ann (sales) please"), ["4 Ann (sales)"]);
  assert.deepEqual(named("@Ann-Marie and **@mara lindqvist**, again @Mara"), ["5 Ann-Marie", "1 mara lindqvist"]);
  assert.deepEqual(named("@Max Muster"), ["7 Max Muster"], "the longest name counts");
  assert.deepEqual(named("@Max"), ["6 Max"], "a whole name comes before a first one");
  assert.deepEqual(named("write to jo@mara.example"), [], "an address names nobody");
  assert.deepEqual(namedIn("@", [{ id: "8", name: " " }]), []);
});

test("members of the same name are all meant", () => {
  const twins = [
    { id: "1", name: "Kim Lee" },
    { id: "2", name: "kim lee" },
  ];
  assert.deepEqual(
    namedIn("@Kim Lee", twins).map(({ id }) => id),
    ["1", "2"],
  );
  assert.deepEqual(namedIn("@Kim", twins), []);
});

test("a text is split at names", () => {
  assert.deepEqual(splitAtNames("a @Jo Ek, @jo", ["Jo", "Jo Ek"]), ["a ", "Jo Ek", ", ", "jo", ""]);
});
