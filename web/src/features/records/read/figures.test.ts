import "../../../../test/components.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { OutputOf } from "@kith/server/contract";
import { deal, field, record } from "../../../../test/fixtures.ts";
import { givenAnswers, runHook } from "../../../../test/hooks.ts";
import type { ListView } from "../../views/index.ts";
import type { RecordListInput, RecordPage } from "./list-pages.ts";

const { read } = await import("../../../calls.ts");
const { fieldOf } = await import("../../types/index.ts");
const { useGroups } = await import("./use-groups.ts");
const { useTotals } = await import("./use-totals.ts");
const { useLanes } = await import("../../boards/lanes.ts");
const { usePlace } = await import("../walk.ts");
const { pageQuery, shapeQuery } = await import("./list-pages.ts");

type Groups = OutputOf<"records.aggregate">["groups"];

/** The groups of a field as the service answers them. */
const givenGroups = (group: string, filter: string, groups: [key: string | null, label: string, count: number, sum: string | null][]) =>
  givenAnswers([
    read("records.aggregate", {
      type: "deal",
      group_by: group,
      limit: 100,
      measures: [{ measure: "count" }, { measure: "sum", field: "amount" }],
      ...(filter ? { filter } : {}),
    }),
    { groups: groups.map(([key, label, count, sum]) => ({ key, label, values: [count, sum] })) as unknown as Groups, is_cut: false },
  ]);

test("groups by a stage stand in the order of its options, records without one at the end", () => {
  const client = givenGroups("stage", "", [
    [null, "", 2, null],
    ["won", "Won", 9, "900.50"],
    ["new", "New", 4, "400"],
  ]);
  const groups = runHook(() => useGroups(deal, { filter: "", group: "stage" }), [], client);
  assert.deepEqual(
    groups?.map(({ key, label, count, sum, filter }) => [key, label, count, sum, filter]),
    [
      ["new", "New", 4, "400", "stage:new"],
      ["won", "Won", 9, "900.50", "stage:won"],
      ["", "No stage", 2, null, "no:stage"],
    ],
  );
  assert.equal(groups?.[0]?.option?.label, "New");
  assert.equal(groups?.[0]?.person, undefined);
});

test("groups by a person know who it is, those with the most records first", () => {
  const client = givenGroups("owner", "is:open", [
    ["usr_1", "Ana Matos", 3, "1"],
    ["usr_2", "Bo Lind", 8, "2"],
  ]);
  const groups = runHook(() => useGroups(deal, { filter: "is:open", group: "owner" }), [], client);
  assert.deepEqual(
    groups?.map(({ person, filter }) => [person, filter]),
    [
      [{ id: "usr_2", name: "Bo Lind" }, "(is:open) owner:usr_2"],
      [{ id: "usr_1", name: "Ana Matos" }, "(is:open) owner:usr_1"],
    ],
  );
});

test("there are no groups without a grouping, or by a field that is gone", () => {
  assert.equal(
    runHook(() => useGroups(deal, { filter: "", group: "" })),
    undefined,
  );
  assert.equal(
    runHook(() => useGroups(deal, { filter: "", group: "gone" })),
    undefined,
  );
});

const view = (filter: string) => ({ filter }) as ListView;
const stageField = fieldOf(deal, "stage") ?? field("stage", "stage");

test("every option that can be chosen has its lane, empty or not", () => {
  const client = givenGroups("stage", "", [["won", "Won", 9, "900"]]);
  const lanes = runHook(() => useLanes(deal, stageField, view("")), [], client);
  assert.deepEqual(
    lanes.map(({ key, count, sum, filter }) => [key, count, sum, filter]),
    [
      ["new", 0, 0, "stage:new"],
      ["proposal", 0, 0, "stage:proposal"],
      ["won", 9, 900, "stage:won"],
      ["lost", 0, 0, "stage:lost"],
    ],
  );
});

test("records without a stage have a lane of their own, before the others", () => {
  const client = givenGroups("stage", "amount:>5", [[null, "", 2, null]]);
  const [first] = runHook(() => useLanes(deal, stageField, view("amount:>5")), [], client);
  assert.deepEqual([first?.key, first?.label, first?.count, first?.filter], [null, "No stage", 2, "(amount:>5) no:stage"]);
});

test("until the counts are known the lanes are there without them", () => {
  const lanes = runHook(() => useLanes(deal, stageField, view("")));
  assert.equal(lanes.length, 4);
  assert.ok(lanes.every(({ count, sum }) => count === undefined && sum === undefined));
});

const givenTotals = (groups: [key: string | null, sum: string | null][], isCut = false) =>
  givenAnswers([
    read("records.aggregate", { type: "deal", measures: [{ measure: "sum", field: "amount" }], limit: 100, group_by: "stage" }),
    { groups: groups.map(([key, sum]) => ({ key, label: "", values: [sum] })), is_cut: isCut },
  ]);

test("a total is the sum of all stages, weighted by how likely each is", () => {
  const client = givenTotals([
    ["new", "1000"],
    ["proposal", "1000"],
    ["won", "1000"],
    ["lost", "1000"],
    [null, "1000"],
  ]);
  assert.deepEqual(
    runHook(() => useTotals(deal, ""), [], client),
    { sum: 5_000, weighted: 100 + 500 + 1_000 },
  );
});

test("no total is better than one that is too small", () => {
  assert.equal(
    runHook(() => useTotals(deal, ""), [], givenTotals([["new", "1000"]], true)),
    undefined,
    "there are more stages than were answered",
  );
  assert.equal(
    runHook(() => useTotals({ ...deal, amount_field: null }, "")),
    undefined,
    "the type has no amount",
  );
});

const list: RecordListInput = { type: "deal", filter: "is:open", sort: "-created_at" };
const page = (ids: string[], count?: { value: number; is_exact: boolean }) =>
  ({ items: ids.map((id) => record(id)), next_cursor: null, count }) as unknown as RecordPage;

/** A list of two pages that somebody came from; the first page is in memory, the second may be gone. */
const givenWalk = (count: { value: number; is_exact: boolean }, second?: string[]) =>
  givenAnswers(
    [{ queryKey: ["records.walk"] }, { type: "deal", lists: [list], title: "Open", search: { filter: "is:open" } }],
    [
      shapeQuery(list),
      {
        pages: [
          { cursor: null, size: 2 },
          { cursor: "next", size: 2 },
        ],
        isWhole: true,
      },
    ],
    [pageQuery(list, null), page(["rec_1", "rec_2"], count)],
    ...(second ? [[pageQuery(list, "next"), page(second)] as [{ queryKey: readonly unknown[] }, unknown]] : []),
  );

test("a record knows its place in the list one came from", () => {
  const client = givenWalk({ value: 1_204, is_exact: true }, ["rec_3", "rec_4"]);
  const place = (id: string) => runHook(() => usePlace("deal", id), [], client);
  assert.deepEqual(place("rec_2"), {
    previous: "rec_1",
    next: "rec_3",
    text: "2 of 1,204",
    title: "Open",
    search: { filter: "is:open" },
  });
  assert.equal(place("rec_1")?.previous, undefined, "nothing is before the first");
  assert.equal(place("rec_4")?.next, undefined, "nothing is after the last");
  assert.equal(place("rec_9"), undefined, "it is not in the list");
});

test("an estimate is no number to count by, and a page that is gone keeps its place", () => {
  const client = givenWalk({ value: 1_204, is_exact: false });
  const place = runHook(() => usePlace("deal", "rec_2"), [], client);
  assert.equal(place?.text, "2");
  assert.equal(place?.next, undefined);
});

test("a record of another type, or one that was opened directly, has no place", () => {
  const client = givenWalk({ value: 2, is_exact: true });
  assert.equal(
    runHook(() => usePlace("contact", "rec_1"), [], client),
    undefined,
  );
  assert.equal(
    runHook(() => usePlace("deal", "rec_1")),
    undefined,
  );
});
