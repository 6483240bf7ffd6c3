import "../../../test/components.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { deal, field } from "../../../test/fixtures.ts";
import { runHook } from "../../../test/hooks.ts";
import type { RecordType } from "../types/index.ts";
import type { Answer, WidgetSettings } from "./dashboards.ts";

const { countedText, useUnit } = await import("./figure-text.ts");
const { scopeOf } = await import("./scope-text.ts");
const { groupFields, numberFields } = await import("./widget-dialog/draft.ts");

const rated = {
  ...deal,
  fields: [...deal.fields, field("fit", "rating"), field("seats", "number"), field("about", "long_text")],
};
const unitOf = (measure: WidgetSettings["measure"], of: string, type: RecordType | undefined = rated) =>
  runHook(() => useUnit({ measure, field: of }, type));

const UNITS: [measure: WidgetSettings["measure"], field: string, isMoney: boolean][] = [
  ["count", "", false],
  ["count", "amount", false],
  ["sum", "amount", true],
  ["average", "amount", true],
  ["sum", "seats", false],
  ["average", "fit", false],
  ["sum", "gone", false],
  ["weighted", "", true],
];

test("a measure of money is written as money, every other one as a number", () => {
  for (const [measure, of, isMoney] of UNITS) assert.equal(unitOf(measure, of).isMoney, isMoney, `${measure} of ${of}`);
  assert.equal(runHook(() => useUnit({ measure: "sum", field: "amount" }, undefined)).isMoney, false, "without its type nothing is known");
});

const MONEY: [value: number | null, full: string, large: string, short: string][] = [
  [null, "–", "–", "–"],
  [0, "€0", "€0", "€0"],
  [12.345, "€12.35", "€12.35", "€12.35"],
  [99.994, "€99.99", "€99.99", "€99.99"],
  [1_234.56, "€1,234.56", "€1,234.56", "€1,234.56"],
  [48_000, "€48,000", "€48,000", "€48,000"],
  [612_400, "€612,400", "€612,400", "€612,400"],
  [1_940_000, "€1,940,000", "€1.94M", "€1.94M"],
  [-2_500_000, "-€2,500,000", "-€2.5M", "-€2.5M"],
];

test("an amount is written in full, and short only from a million on", () => {
  const unit = unitOf("sum", "amount");
  for (const [value, full, large, short] of MONEY)
    assert.deepEqual([unit.full(value), unit.large(value), unit.short(value)], [full, large, short], String(value));
});

test("an average is rounded: of thousands its cents say nothing", () => {
  assert.equal(unitOf("average", "amount").full(1_234.56), "€1,235");
});

test("a number is written the same way without a symbol", () => {
  const unit = unitOf("average", "fit");
  assert.equal(unit.full(4.256), "4.26");
  assert.equal(unit.full(1_234.5), "1,235");
  assert.equal(unit.large(2_320_000), "2.32M");
  assert.equal(unit.full(null), "–");
});

test("a count has the name of what is counted", () => {
  assert.equal(countedText(1, deal), "1 deal");
  assert.equal(countedText(1_204, deal), "1,204 deals");
  assert.equal(countedText(1, undefined), "1 record");
  assert.equal(countedText(0, undefined), "0 records");
});

test("a rating can be averaged and counted by, a long text neither", () => {
  assert.deepEqual(
    numberFields(rated).map(({ key }) => key),
    ["amount", "fit", "seats"],
  );
  const keys = new Set(groupFields("bar", rated).map(({ key }) => key));
  assert.ok(keys.has("fit"));
  assert.ok(!keys.has("about") && !keys.has("seats") && !keys.has("amount") && !keys.has("email"));
});

const widget = (change: Partial<WidgetSettings>): WidgetSettings => ({
  kind: "number",
  title: "",
  type: "deal",
  filter: "",
  measure: "count",
  field: "",
  group_by: "",
  interval: "month",
  ahead: 0,
  period: "none",
  date_field: "",
  goal: null,
  sort: "",
  columns: [],
  width: 3,
  height: 4,
  limit: 8,
  ...change,
});

const scope = (change: Partial<WidgetSettings>, figure: object) =>
  runHook(() => {
    const settings = widget(change);
    const unit = useUnit(settings, deal);
    return scopeOf(settings, deal, unit, "quarter", figure as NonNullable<Answer["figure"]>, "2026-11-15");
  }).join(", ");

const groups = { shape: "groups", groups: [], rest: null, count: 87, value: 1_940_000, whole: 2_500_000 };
const quarter = { first: "2026-10-01", last: "2026-12-31" };

const SCOPES: [change: Partial<WidgetSettings>, figure: object, text: string][] = [
  [{ kind: "number", period: "page" }, { shape: "number", value: 3, count: 3, period: quarter }, "Q4 2026"],
  [{ kind: "number" }, { shape: "number", value: 3, count: 3, period: null }, ""],
  [{ kind: "table" }, { shape: "rows", rows: [], count: { value: 1, is_exact: true } }, "1 deal"],
  [{ kind: "table" }, { shape: "rows", rows: [], count: { value: 12_387, is_exact: false } }, "about 12,400 deals"],
  [{ kind: "table" }, { shape: "rows", rows: [], count: { value: 0, is_exact: true } }, ""],
  [{ kind: "bar", group_by: "stage" }, groups, "87 deals"],
  [{ kind: "bar", group_by: "stage", measure: "sum", field: "amount", period: "month" }, groups, "87 deals, €1.94M, this month"],
  [{ kind: "funnel", group_by: "stage", measure: "weighted" }, groups, "87 deals, €2.5M"],
  [{ kind: "line", group_by: "close_date", period: "page" }, groups, "by close date, this quarter"],
  [{ kind: "leaderboard", group_by: "owner", period: "year" }, groups, "this year"],
  [{ kind: "leaderboard", group_by: "owner" }, groups, ""],
];

test("the corner of a widget says of what its figure is and since when", () => {
  for (const [change, figure, text] of SCOPES) assert.equal(scope(change, figure), text, `${change.kind} ${change.measure ?? ""}`);
});

test("activity says nothing of its own", () => {
  assert.equal(scope({ kind: "activity" }, { shape: "events", events: [] }), "");
});
