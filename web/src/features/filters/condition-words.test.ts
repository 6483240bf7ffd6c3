import assert from "node:assert/strict";
import { test } from "node:test";
import { createZone, type TypeSchema } from "@kith/filter";
import type { CompletionSource } from "@kith/filter/editor";
import { choicesFor, comparisonOf, flagOf, flagText, wordsOf } from "./condition-words.ts";

const organization: TypeSchema = {
  key: "organization",
  label: "Organization",
  labelPlural: "Organizations",
  flags: [],
  fields: [{ key: "city", label: "City", type: "text" }],
};
const deal: TypeSchema = {
  key: "deal",
  label: "Deal",
  labelPlural: "Deals",
  flags: ["open", "won"],
  fields: [
    { key: "name", label: "Name", type: "text" },
    {
      key: "stage",
      label: "Stage",
      type: "stage",
      options: [
        { key: "proposal", label: "Proposal" },
        { key: "won", label: "Won" },
      ],
    },
    { key: "amount", label: "Amount", type: "money" },
    { key: "won_at", label: "Won", type: "datetime" },
    { key: "owner", label: "Owner", type: "user" },
    { key: "organization", label: "Organization", type: "relation", relation: { type: "organization", isMany: false } },
  ],
};
const types = new Map([deal, organization].map((type) => [type.key, type]));
const source: CompletionSource = {
  type: "deal",
  lookup: (key) => types.get(key),
  people: [{ id: "usr_1", name: "Joel Wrona", email: "joel@fernhill.example" }],
  me: "usr_2",
  moment: { now: Date.parse("2026-11-18T09:00:00Z"), zone: createZone("UTC"), weekStart: 1 },
};

const WORDS: [condition: string, words: string | undefined][] = [
  ["won_at:this_quarter", "Won: this quarter"],
  ["won_at>=-30d", "Won: from 30 days ago"],
  ["won_at:2026-11-01..+7d", "Won: 1 Nov 2026 to in 7 days"],
  ["won_at!=today", "Won: not today"],
  ["owner:@joel", "Owner is Joel Wrona"],
  ["owner:usr_1", "Owner is Joel Wrona"],
  ["owner:@me", "Owner is me"],
  ["owner!=@me", "Owner is not me"],
  ["stage:proposal,won", "Stage is Proposal or Won"],
  ["amount>=10000", "Amount at least 10,000"],
  ["amount:1000..2000", "Amount is 1,000 to 2,000"],
  ["no:amount", "Amount is empty"],
  ["has:owner", "Owner is not empty"],
  ['name~"north plant"', "Name contains north plant"],
  ["organization.city:Cork", "Organization · city is Cork"],
  ["is:open", "Open"],
  ["-is:won", "Not won"],
  ["metering", "Contains “metering”"],
  ["stage:proposal OR stage:won", undefined],
  ["ghost:1", undefined],
];

test("a condition is said in words, with the names of fields, options and people", () => {
  for (const [condition, words] of WORDS) assert.equal(wordsOf(condition, source), words, condition);
});

test("a condition about one field has what its field can be to choose from", () => {
  const choices = (condition: string) => {
    const found = comparisonOf(condition, source);
    const field = found?.fields.at(-1);
    return found && field ? choicesFor(field, source, found.node.path).map(({ text }) => text) : undefined;
  };
  assert.deepEqual(choices("stage:won"), ["proposal", "won"]);
  assert.ok(choices("won_at:today")?.includes("this_quarter"));
  assert.deepEqual(choices("owner:@me"), ["@me", "@unassigned", "@joel"]);
  assert.deepEqual(choices("amount>5"), []);
  assert.equal(choices("is:open"), undefined);
});

test("a flag and its opposite are yes and no of the same thing", () => {
  assert.deepEqual(flagOf("is:open"), { name: "open", isNot: false });
  assert.deepEqual(flagOf("-is:open"), { name: "open", isNot: true });
  assert.equal(flagOf("stage:won"), undefined);
  for (const isNot of [false, true]) assert.deepEqual(flagOf(flagText({ name: "won", isNot })), { name: "won", isNot });
  assert.deepEqual([wordsOf("is:open", source), wordsOf("-is:open", source)], ["Open", "Not open"]);
});

test("a field that is yes or no offers both", () => {
  const flag: TypeSchema = { ...deal, fields: [{ key: "urgent", label: "Urgent", type: "boolean" }] };
  const choices = choicesFor(flag.fields[0]!, { ...source, lookup: () => flag });
  assert.deepEqual(
    choices.map(({ insert, meaning }) => [insert, meaning]),
    [
      ["true", "Yes"],
      ["false", "No"],
    ],
  );
});
