import assert from "node:assert/strict";
import test from "node:test";
import { PEOPLE, lookup } from "../../test/sample.ts";
import { highlight, suggestFix } from "../editor.ts";
import { readFilter } from "../index.ts";

const read = (text: string) => readFilter(text, { type: "deal", lookup, people: PEOPLE });

/** A text with a mistake, and the text after the fix for its first error. */
const FIXED: readonly (readonly [text: string, fixed: string])[] = [
  ["stage:proposal amout>=10000", "stage:proposal amount>=10000"],
  ["organization.contry:DE", "organization.country:DE"],
  ["stage:won,propsal", "stage:won,proposal"],
  ["is:opne", "is:open"],
  ["-is:opne amount>5", "-is:open amount>5"],
  ["close_date:today..this_mont", "close_date:today..this_month"],
  ["close_date:..this_mont", "close_date:..this_month"],
  ["close_date:yesterda..today", "close_date:yesterday..today"],
  ["close_date>30d", "close_date>-30d"],
  ["stage=won", "stage:won"],
  ["stage:won && amount>5", "stage:won AND amount>5"],
  ["stage:won or amount>5", "stage:won OR amount>5"],
  ['owner:"Mara Lindqist"', 'owner:"Mara Lindqvist"'],
  ["any(task, done:true)", "any(tasks, done:true)"],
];

test("the suggested fix is the nearest existing name", () => {
  for (const [text, fixed] of FIXED) {
    const result = read(text);
    const fix = result.ok ? undefined : result.errors[0] && suggestFix(result.errors[0]);
    assert.ok(fix, `${text} can be fixed`);
    const made = text.slice(0, fix.from) + fix.insert + text.slice(fix.to);
    assert.equal(made, fixed);
    assert.ok(read(made).ok, made);
  }
});

test("no fix is suggested where no name is near enough", () => {
  for (const text of ["zzzzzz:1", "stage:", "(stage:won"]) {
    const result = read(text);
    assert.equal(result.ok ? "" : result.errors[0] && suggestFix(result.errors[0]), undefined, text);
  }
});

test("highlighting gives every part of the text its kind and leaves nothing out", () => {
  const text = 'stage:won amount>=5 close_date:today..+3d owner:@me is:open "two words" -any(tasks, done:true) a=b';
  const stretches = highlight(text);
  assert.equal(stretches.map(({ from, to }) => text.slice(from, to)).join(""), text);
  const kinds = Object.groupBy(stretches, ({ kind }) => kind);
  const of = (kind: keyof typeof kinds) => kinds[kind]?.map(({ from, to }) => text.slice(from, to)).join(" ");
  assert.equal(of("field"), "stage amount close_date owner is: any( tasks done a");
  assert.equal(of("value"), "won @me open true b");
  assert.equal(of("number"), "5");
  assert.equal(of("date"), "today +3d");
  assert.equal(of("word"), '"two words"');
  assert.equal(of("wrong"), "=");
  assert.deepEqual(highlight(""), []);
});
