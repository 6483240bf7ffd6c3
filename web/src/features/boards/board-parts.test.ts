import "../../../test/components.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { createElement } from "react";
import { deal, field, stage } from "../../../test/fixtures.ts";
import { draw, drawText } from "../../../test/hooks.ts";
import type { Group } from "../records/index.ts";
import type { Field } from "../types/index.ts";
import type { Lane } from "./lanes.ts";

const { LaneHead, LaneName } = await import("./lane-head.tsx");
const { countOf } = await import("./lanes.ts");
const { cardFields } = await import("./card-fields.ts");
const { defaultColumns } = await import("../views/index.ts");
const { hasWonPeriod } = await import("./won-period.ts");
const { GroupFigures, GroupLabel } = await import("../lists/table/group-label.tsx");

const source = deal.fields.find(({ key }) => key === "source") as Field;
const laneOf = (of: Field, key: string | null, change: Partial<Lane> = {}): Lane => {
  const option = of.options?.find((one) => one.key === key);
  return { key, label: option?.label ?? `No ${of.label.toLowerCase()}`, option, count: 12, sum: 48_000, filter: "", ...change };
};
const head = (of: Field, lane: Lane, type = deal) => createElement(LaneHead, { type, field: of, lane });

const HEADS: [of: Field, lane: Lane, text: string][] = [
  [stage, laneOf(stage, "proposal"), "Proposal1250%€48,000€24,000 weighted"],
  [stage, laneOf(stage, "won"), "Won12€48,000"],
  [stage, laneOf(stage, "won", { period: { isOn: true, all: 300 } }), "Won12€48,000this quarter"],
  [stage, laneOf(stage, "won", { period: { isOn: false, all: 300 } }), "Won12€48,000all time"],
  [stage, laneOf(stage, "lost"), "Lost12€48,000"],
  [stage, laneOf(stage, null), "No stage12€48,000"],
  [stage, laneOf(stage, "new", { count: undefined, sum: undefined }), "New10%"],
  [source, laneOf(source, "web"), "Website12€48,000"],
];

test("a lane says what it is, how many are in it, what they are worth and how likely that is", () => {
  for (const [of, lane, text] of HEADS) assert.equal(drawText(head(of, lane)), text);
});

test("what is won is shown for the quarter, unless the filter itself speaks of a time", () => {
  const dated = { ...deal, fields: [...deal.fields, field("won_at", "datetime", { is_read_only: true })] };
  const [won, open] = ["won", "proposal"].map((key) => stage.options?.find((one) => one.key === key));
  for (const filter of ["", "owner:@me amount>=10000", 'name:"close friends"']) assert.ok(hasWonPeriod(dated, stage, won, filter), filter);
  for (const filter of ["close_date:last_quarter", "(owner:@me) won_at:2025", "-updated_at<-30d", "updated:-90d..now"])
    assert.ok(!hasWonPeriod(dated, stage, won, filter), filter);
  assert.ok(!hasWonPeriod(dated, stage, open, ""), "an open stage");
  assert.ok(!hasWonPeriod(dated, source, won, ""), "a field that is no stage");
  assert.ok(!hasWonPeriod(deal, stage, won, ""), "a type that does not know when it was won");
});

test("all that the filter finds is counted, also what is outside the period", () => {
  const lanes = [laneOf(stage, "proposal"), laneOf(stage, "won", { period: { isOn: true, all: 300 } })];
  assert.equal(countOf(lanes), 312);
  assert.equal(countOf([...lanes, laneOf(stage, "lost", { count: undefined })]), undefined, "not before it is known");
});

test("only a stage fills a meter: a won one to the end", () => {
  assert.match(draw(head(stage, laneOf(stage, "proposal"))), /--part:50%/);
  assert.match(draw(head(stage, laneOf(stage, "won"))), /--part:100%/);
  assert.match(draw(head(stage, laneOf(stage, "lost"))), /--part:0%/);
  assert.doesNotMatch(draw(head(source, laneOf(source, "web"))), /--part/);
});

test("a type without an amount has no sums", () => {
  assert.equal(drawText(head(stage, laneOf(stage, "won"), { ...deal, amount_field: null })), "Won12");
});

test("the lane of records without a value has a name of its own", () => {
  const name = drawText(createElement(LaneName, { field: source, lane: laneOf(source, null) }));
  assert.equal(name, "No source");
});

const group = (change: Partial<Group>): Group => ({
  key: "won",
  label: "Won",
  field: stage,
  option: stage.options?.find(({ key }) => key === "won"),
  person: undefined,
  count: 1_204,
  sum: "48000",
  filter: "",
  ...change,
});
const label = (change: Partial<Group>) => draw(createElement(GroupLabel, { group: group(change), isOpen: true }));

test("a group of a stage has its ring, a group of a choice has none", () => {
  assert.match(label({}), /class="ring won"/);
  assert.doesNotMatch(label({ field: source, option: source.options?.[0] }), /class="ring/);
});

test("a group of a person has their initials", () => {
  const owned = createElement(GroupLabel, {
    group: group({ field: field("owner", "user"), option: undefined, label: "Ana Matos", person: { id: "usr_1", name: "Ana Matos" } }),
    isOpen: false,
  });
  assert.equal(drawText(owned), "AMAna Matos");
});

test("a group says how many it has and what they are worth, if that is known", () => {
  assert.equal(drawText(createElement(GroupFigures, { group: group({}) })), "1,204€48,000");
  assert.equal(drawText(createElement(GroupFigures, { group: group({ sum: null }) })), "1,204");
});

test("a card shows the usual fields until others are chosen, and then those that are", () => {
  const usual = cardFields(deal, stage, defaultColumns(deal));
  assert.equal(usual.about, "any");
  assert.equal(usual.amount?.key, "amount");
  assert.equal(usual.hasOwner, true);
  assert.deepEqual(usual.others, []);
  const chosen = cardFields(deal, stage, ["stage", "amount", "source"]);
  assert.deepEqual([chosen.about, chosen.amount?.key, chosen.date, chosen.hasOwner], [undefined, "amount", undefined, false]);
  assert.deepEqual(
    chosen.others.map(({ key }) => key),
    ["source"],
    "the lane says the stage",
  );
  assert.ok(
    cardFields(
      deal,
      stage,
      deal.fields.map(({ key }) => key),
    ).others.length <= 3,
  );
});
