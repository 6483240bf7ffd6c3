import "../../../test/components.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { deal, field, stage } from "../../../test/fixtures.ts";

const { directionOf, nextSort, nextThen, printSort, sortKeys } = await import("./sort.ts");
const { boundedWidth, columnFields, isSortable, layoutOf, leastWidth, narrowLayout, templateOf } = await import("./table/table-columns.ts");
const { boardField, isBoardField, weightedSum } = await import("../boards/lanes.ts");
const { isGroupable } = await import("../records/read/use-groups.ts");
const { joinEntries } = await import("../records/record/timeline-entries.ts");

const amount = field("amount", "money");

test("the name is always the first column, and a field that is gone is none", () => {
  const keys = (columns: string[]) => columnFields(deal, columns).map(({ key }) => key);
  assert.deepEqual(keys(["stage", "amount"]), ["name", "stage", "amount"]);
  assert.deepEqual(keys(["stage", "name", "gone"]), ["name", "stage"]);
  assert.deepEqual(keys([]), ["name"]);
});

test("the name takes what is left, until somebody gives it a width", () => {
  const laid = (widths: Record<string, number>) => layoutOf(deal, { columns: ["stage", "amount"], widths });
  assert.equal(templateOf(laid({})), "40px minmax(200px, 1fr) 140px 120px");
  assert.equal(templateOf(laid({ name: 320, amount: 90 })), "40px 320px 140px 90px 1fr");
  assert.equal(leastWidth(laid({})), 40 + 200 + 140 + 120);
  assert.equal(leastWidth(laid({ name: 320, amount: 90 })), 40 + 320 + 140 + 90);
});

test("in a narrow window what a record is judged by comes first, in less room, and nothing is left out", () => {
  const columns = ["contacts", "stage", "source", "amount", "owner", "close_date"].filter((key) =>
    deal.fields.some((one) => one.key === key),
  );
  const wide = layoutOf(deal, { columns, widths: { amount: 150 } });
  const narrow = narrowLayout(deal, wide);
  const keys = narrow.fields.map(({ key }) => key);
  assert.deepEqual(keys.slice(0, 3), ["name", "stage", "amount"]);
  assert.deepEqual(keys.toSorted(), wide.fields.map(({ key }) => key).toSorted());
  assert.equal(narrow.widths["amount"], 150, "a width that somebody chose stays");
  assert.ok(leastWidth(narrow) < leastWidth(wide));
  assert.match(
    templateOf(narrow),
    /^40px minmax\(clamp\(140px, 100cqw - \d+px, 320px\), 1fr\) 136px 150px/,
    "the name has what they leave",
  );
});

test("a dragged width stays within bounds", () => {
  assert.deepEqual([10, 100.4, 5_000].map(boundedWidth), [64, 100, 800]);
});

test("a head sorts up, then down, then as it was", () => {
  const first = "-created_at";
  assert.equal(nextSort(amount, first, first), "amount");
  assert.equal(nextSort(amount, "amount", first), "-amount");
  assert.equal(nextSort(amount, "-amount", first), first);
  assert.equal(nextSort(amount, "name,amount", first), "amount", "of several fields it is the only one then");
  assert.deepEqual(
    ["amount", "-amount", "name", "name,-amount"].map((sort) => directionOf(amount, sort)),
    ["ascending", "descending", undefined, "descending"],
  );
});

test("with Shift a head sorts after the others: up, then down, then no longer, and of three fields at most", () => {
  const first = "-created_at";
  assert.equal(nextThen(amount, "name", first), "name,amount");
  assert.equal(nextThen(amount, "name,amount", first), "name,-amount");
  assert.equal(nextThen(amount, "name,-amount", first), "name");
  assert.equal(nextThen(amount, "-amount", first), first);
  assert.equal(nextThen(amount, "a,b,c", first), "a,b,c");
});

test("an address may spell a sort with spaces and a plus", () => {
  assert.equal(printSort(sortKeys(" -close_date, +amount ,")), "-close_date,amount");
  assert.deepEqual(sortKeys(""), []);
});

test("what holds several values has no order", () => {
  const kinds = ["text", "money", "stage", "relation", "multi_select", "email", "phone", "url"] as const;
  assert.deepEqual(
    kinds.filter((kind) => isSortable(field("x", kind))),
    ["text", "money", "stage", "url"],
  );
});

test("rows are put together by a stage, a choice or a person", () => {
  assert.deepEqual(
    deal.fields.filter(isGroupable).map(({ key }) => key),
    ["stage", "source", "owner"],
  );
  assert.equal(isGroupable(field("x", "select", { is_multi: true })), false);
});

test("a board's lanes are the chosen field, else the stage, else the first choice there is", () => {
  assert.equal(boardField(deal, "source")?.key, "source");
  assert.equal(boardField(deal, "amount")?.key, "stage", "an amount makes no lanes");
  assert.equal(boardField(deal, "")?.key, "stage");
  assert.equal(boardField({ ...deal, stage_field: null }, "")?.key, "stage");
  assert.equal(boardField({ ...deal, stage_field: null, fields: [amount] }, ""), undefined);
  assert.equal(isBoardField(field("x", "select", { is_read_only: true })), false);
});

test("what is likely to come of a lane is its sum by its probability, and nothing once it is over", () => {
  const lane = (key: string, sum: number | undefined) =>
    ({ key, label: key, option: stage.options?.find((one) => one.key === key), count: 1, sum, filter: "" }) as Parameters<
      typeof weightedSum
    >[0];
  assert.equal(weightedSum(lane("proposal", 1_000)), 500);
  assert.equal(weightedSum(lane("won", 1_000)), undefined);
  assert.equal(weightedSum(lane("lost", 1_000)), undefined);
  assert.equal(weightedSum(lane("proposal", undefined)), undefined);
  assert.equal(weightedSum(lane("none", 1_000)), undefined);
});

test("changes of one operation are one line of the timeline, the newest value on top", () => {
  type Entry = Parameters<typeof joinEntries>[0][number];
  const entry = (operation: string, kind: string, changes: object = {}) => ({ operation_id: operation, kind, changes }) as unknown as Entry;
  const joined = joinEntries([
    entry("op_2", "record.updated", { stage: ["new", "won"] }),
    entry("op_2", "record.updated", { amount: ["1", "2"], stage: ["old", "new"] }),
    entry("op_2", "note.added"),
    entry("op_2", "record.updated", { owner: [null, "a"] }),
    entry("op_1", "record.updated", { amount: ["0", "1"] }),
  ]);
  assert.deepEqual(
    joined.map(({ kind, changes }) => [kind, Object.keys(changes ?? {})]),
    [
      ["record.updated", ["amount", "stage"]],
      ["note.added", []],
      ["record.updated", ["owner"]],
      ["record.updated", ["amount"]],
    ],
  );
  assert.deepEqual(joined[0]?.changes?.["stage"], ["new", "won"]);
});
