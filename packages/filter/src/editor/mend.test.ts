import assert from "node:assert/strict";
import test from "node:test";
import { PEOPLE, lookup } from "../../test/sample.ts";
import { highlight, mend } from "../editor.ts";
import { readFilter } from "../index.ts";

const read = (text: string) => readFilter(text, { type: "deal", lookup, people: PEOPLE });

/** A slip, and what mending its first error makes of the text. */
const MENDED: readonly (readonly [text: string, mended: string])[] = [
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

test("a slip is mended with the nearest name there is", () => {
  for (const [text, mended] of MENDED) {
    const result = read(text);
    const fix = result.ok ? undefined : result.errors[0] && mend(result.errors[0]);
    assert.ok(fix, `${text} can be mended`);
    const made = text.slice(0, fix.from) + fix.insert + text.slice(fix.to);
    assert.equal(made, mended);
    assert.ok(read(made).ok, made);
  }
});

test("where nothing is near, nothing is put in its place", () => {
  for (const text of ["zzzzzz:1", "stage:", "(stage:won"]) {
    const result = read(text);
    assert.equal(result.ok ? "" : result.errors[0] && mend(result.errors[0]), undefined, text);
  }
});

test("a text is coloured by what its parts mean, and nothing of it is left out", () => {
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
