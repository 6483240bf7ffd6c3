import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { generate } from "../../scripts/grammar.ts";
import { filterParser } from "../editor.ts";

test("the parser in the repository is the one the grammar makes", () => {
  for (const [path, text] of generate()) assert.equal(readFileSync(path, "utf8"), text, `${path} is old. Run npm run grammar.`);
});

// What an editor completes from: an unfinished text still has its parts in the tree.
const UNFINISHED: readonly (readonly [text: string, tree: string])[] = [
  ["", "Filter"],
  ["sta", "Filter(Text(Word))"],
  ["stage:", "Filter(Condition(Path(Name),Operator,⚠))"],
  ["organization.co:", "Filter(Condition(Path(Name,Dot,Name),Operator,⚠))"],
  ["stage:won,", "Filter(Condition(Path(Name),Operator,Bare,Comma,⚠))"],
  ["close_date:today..", "Filter(Condition(Path(Name),Operator,Range(Date,Dots)))"],
  ["close_date:today..+30d", "Filter(Condition(Path(Name),Operator,Range(Date,Dots,Date)))"],
  ["owner:@m amount>5", "Filter(And(Condition(Path(Name),Operator,Person),Condition(Path(Name),Operator,Number)))"],
  ["has:", "Filter(Presence(PresenceWord,⚠))"],
  ["is:", "Filter(Flag(FlagWord,⚠))"],
  ["any(deals, sta", "Filter(Related(Quantifier,Path(Name),Comma,Text(Word),⚠))"],
  ["any(deals, stage:", "Filter(Related(Quantifier,Path(Name),Comma,Condition(Path(Name),Operator,⚠),⚠))"],
  ["a OR ", "Filter(Or(Text(Word),OrWord,⚠))"],
  ["(a OR b", "Filter(Group(Open,Or(Text(Word),OrWord,Text(Word)),⚠))"],
  ['name:"Acme', "Filter(Condition(Path(Name),Operator,String))"],
  ["status=won", "Filter(Condition(Path(Name),UnknownOperator,Bare))"],
];

test("an unfinished text keeps its parts in the editor's tree", () => {
  for (const [text, tree] of UNFINISHED) assert.equal(String(filterParser.parse(text)), tree, text);
});
