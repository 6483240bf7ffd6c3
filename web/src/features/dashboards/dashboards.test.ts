import "../../../test/components.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { deal, field } from "../../../test/fixtures.ts";
import type { RecordType } from "../types/index.ts";
import { COLUMNS, moved, movedBeside, resized, sizeOf } from "./arrange/move.ts";
import { readDashboardSearch } from "./dashboard-search.ts";
import type { Widget, WidgetSettings } from "./dashboards.ts";
import { comparedWith, intervalText, periodName, periodOf, tickText } from "./period-text.ts";

const { hasWeightedAmount, dateFields, fitting, groupFields, newWidget, numberFields, suggestTitle, withKind } =
  await import("./widget-dialog/draft.ts");
const { toInput } = await import("./dashboards.ts");

const TODAY = "2026-11-15";
const contact = {
  ...deal,
  key: "contact",
  label: "Contact",
  label_plural: "Contacts",
  stage_field: null,
  amount_field: null,
  date_field: null,
  fields: [field("name", "text"), field("source", "select"), field("age", "number"), field("created_at", "datetime")],
} as unknown as RecordType;
const types = [contact, deal];

const PERIODS: ["week" | "month" | "quarter" | "year", string, string, string][] = [
  ["month", "2026-11-01", "2026-11-30", "November 2026"],
  ["quarter", "2026-10-01", "2026-12-31", "Q4 2026"],
  ["quarter", "2026-01-01", "2026-03-31", "Q1 2026"],
  ["year", "2026-01-01", "2026-12-31", "2026"],
  ["week", "2026-11-09", "2026-11-15", "9 Nov to 15 Nov"],
];

test("a period is called by its name, a week by its days", () => {
  for (const [period, first, last, name] of PERIODS) assert.equal(periodName(period, first, last, TODAY), name);
});

test("what a period is compared with is told", () => {
  assert.equal(comparedWith("week", "2026-11-02"), "at this point last week");
  assert.equal(comparedWith("month", "2026-10-01"), "at this point in October");
  assert.equal(comparedWith("quarter", "2026-07-01"), "at this point in Q3");
  assert.equal(comparedWith("year", "2025-01-01"), "at this point in 2025");
});

const INTERVALS: [WidgetSettings["interval"], string, string, string][] = [
  ["month", "2026-11-01", "Nov", "Nov 2026"],
  ["quarter", "2026-10-01", "Q4", "Q4 2026"],
  ["year", "2026-01-01", "2026", "2026"],
  ["week", "2026-11-09", "9 Nov", "Week of 9 Nov 2026"],
  ["day", "2026-11-09", "9 Nov", "9 Nov 2026"],
];

test("one interval has a short name under the chart and a full one where it stands alone", () => {
  for (const [interval, day, short, full] of INTERVALS) {
    assert.equal(tickText(interval, day), short);
    assert.equal(intervalText(interval, day), full);
  }
});

test("a widget is counted over its own period, the page's, or none", () => {
  assert.equal(periodOf({ period: "none" }, "quarter"), undefined);
  assert.equal(periodOf({ period: "page" }, "quarter"), "quarter");
  assert.equal(periodOf({ period: "month" }, "quarter"), "month");
});

test("an address is read, and what is not of its kind is left out", () => {
  assert.deepEqual(readDashboardSearch({ id: "dash_1", period: "month", add: true, edit: "wid_1", arrange: 1, more: "x" }), {
    id: "dash_1",
    period: "month",
    add: true,
    edit: "wid_1",
    arrange: true,
  });
  assert.deepEqual(readDashboardSearch({ id: 7, period: "decade", add: 0, edit: null }), {});
});

const widgets = ["a", "b", "c", "d"].map((id) => ({ id, width: 4, height: 4 }) as Widget);
const order = (all: Widget[]) => all.map(({ id }) => id).join("");

test("a widget is moved to a place, and never out of the dashboard", () => {
  assert.equal(order(moved(widgets, "a", 2)), "bcad");
  assert.equal(order(moved(widgets, "d", 0)), "dabc");
  assert.equal(order(moved(widgets, "b", 99)), "acdb");
  assert.equal(order(moved(widgets, "b", -5)), "bacd");
  assert.equal(order(moved(widgets, "gone", 1)), "abcd");
});

test("a widget is dropped before or after another, from either side", () => {
  assert.equal(order(movedBeside(widgets, "a", "c", "before")), "bacd");
  assert.equal(order(movedBeside(widgets, "a", "c", "after")), "bcad");
  assert.equal(order(movedBeside(widgets, "d", "b", "before")), "adbc");
  assert.equal(order(movedBeside(widgets, "d", "b", "after")), "abdc");
});

test("a widget is resized in whole columns, within bounds", () => {
  const sized = (width: number, height: number) => resized(widgets, "b", width, height).find(({ id }) => id === "b");
  assert.deepEqual([sized(5.6, 3.2)?.width, sized(5.6, 3.2)?.height], [6, 3]);
  assert.deepEqual([sized(0, 0)?.width, sized(0, 0)?.height], [2, 2]);
  assert.deepEqual([sized(99, 99)?.width, sized(99, 99)?.height], [COLUMNS, 12]);
  assert.equal(resized(widgets, "b", 9, 9)[0], widgets[0], "the others stay as they are");
});

test("between a desk and a phone a widget takes half of the columns or all of them", () => {
  assert.deepEqual(sizeOf({ width: 4, height: 3 }), { "--width": 4, "--height": 3, "--width-narrow": 6 });
  assert.deepEqual(sizeOf({ width: 8, height: 3 }), { "--width": 8, "--height": 3, "--width-narrow": 12 });
});

test("a new widget counts open deals, or whatever there is", () => {
  const widget = newWidget(types);
  assert.deepEqual([widget.type, widget.filter, widget.measure, widget.width, widget.height], ["deal", "is:open", "count", 3, 4]);
  assert.equal(newWidget([contact]).type, "contact");
  assert.equal(newWidget([contact]).filter, "");
  assert.equal(newWidget([]).type, "");
});

test("each kind is grouped by what it can be, the likeliest first", () => {
  const keys = (kind: WidgetSettings["kind"], type = deal) => groupFields(kind, type).map(({ key }) => key);
  assert.equal(keys("funnel")[0], "stage");
  assert.deepEqual(keys("funnel"), ["stage", "source"]);
  assert.equal(keys("line")[0], "close_date");
  assert.deepEqual(keys("leaderboard"), ["owner"]);
  assert.equal(keys("bar")[0], "stage");
  assert.ok(!keys("bar").includes("amount"));
  assert.deepEqual(keys("number"), []);
});

test("another kind keeps what fits and lets go of what does not", () => {
  const start = { ...newWidget(types), goal: "1000", measure: "sum", field: "amount" } as unknown as WidgetSettings;
  const line = withKind(start, "line", types);
  assert.deepEqual([line.group_by, line.goal, line.field, line.width, line.limit], ["close_date", null, "amount", 6, 12]);
  const funnel = withKind({ ...start, filter: "" }, "funnel", types);
  assert.equal(funnel.filter, "is:open");
  const table = withKind({ ...start, sort: "-amount", columns: ["amount", "gone"] }, "table", types);
  assert.deepEqual([table.sort, table.columns], ["-amount", ["amount"]]);
  assert.deepEqual(withKind(table, "bar", types).columns, []);
  const activity = withKind(start, "activity", types);
  assert.partialDeepStrictEqual(toInput(activity), { kind: "activity", type: "", filter: "", measure: "count" });
  const back = withKind(activity, "number", types);
  assert.deepEqual([back.type, back.filter, back.measure], ["deal", "is:open", "sum"], "looked at in passing, it takes nothing away");
});

test("another type keeps what fits and lets go of what does not", () => {
  const over = (change: Partial<WidgetSettings>) => fitting({ ...newWidget(types), type: "contact", ...change }, types);
  assert.equal(over({ measure: "weighted" }).measure, "count");
  assert.equal(over({ measure: "sum", field: "amount" }).field, "age");
  assert.equal(over({ date_field: "close_date" }).date_field, "");
  assert.equal(over({ date_field: "created_at" }).date_field, "created_at");
  assert.equal(over({ type: "gone" }).type, "deal", "a type that is no more gives way to deals");
});

test("what can be measured depends on the fields there are", () => {
  assert.deepEqual([hasWeightedAmount(deal), hasWeightedAmount(contact)], [true, false]);
  assert.deepEqual(
    numberFields(deal).map(({ key }) => key),
    ["amount"],
  );
  assert.deepEqual(
    dateFields(contact).map(({ key }) => key),
    ["created_at"],
  );
});

const TITLES: [Partial<WidgetSettings>, string][] = [
  [{}, "Open deals"],
  [{ filter: "" }, "Deals"],
  [{ measure: "sum", field: "amount" }, "Amount of open deals"],
  [{ measure: "average", field: "amount" }, "Average amount of open deals"],
  [{ measure: "weighted", kind: "bar", group_by: "stage" }, "Weighted open deals by stage"],
  [{ kind: "line", group_by: "close_date", interval: "week" }, "Open deals per week"],
  [{ kind: "table", group_by: "" }, "Open deals"],
  [{ kind: "activity" }, "Activity"],
];

test("a widget that nobody named has a name that says what it shows", () => {
  for (const [change, title] of TITLES) assert.equal(suggestTitle({ ...newWidget(types), ...change }, deal), title);
  assert.equal(suggestTitle(newWidget(types), undefined), "");
});
