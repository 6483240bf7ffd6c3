import "../../../../test/components.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { deal, record } from "../../../../test/fixtures.ts";
import { givenAnswers, runHook } from "../../../../test/hooks.ts";
import type { RecordRows } from "../../records/index.ts";
import { flatten } from "./flat-rows.ts";
import type { Selection } from "./use-selection.ts";

const { useSelection } = await import("./use-selection.ts");
const { idAt, useCursor } = await import("./use-cursor.ts");
const { useTooNarrow } = await import("./use-too-narrow.ts");
const { countQuery } = await import("../../filters/index.ts");

const [ada, bo, cy] = [record("rec_a"), record("rec_b"), record("rec_c")];
const select = (...steps: ((selection: Selection) => void)[]) => runHook(() => useSelection("deals"), steps);

test("nothing is selected to begin with", () => {
  const selection = select();
  assert.equal(selection.isEmpty, true);
  assert.equal(selection.isAll, false);
  assert.equal(selection.isSelected(ada.id), false);
});

test("a record is selected by the first toggle and let go by the second", () => {
  const once = select((selection) => selection.toggle(ada));
  assert.deepEqual([...once.records.keys()], [ada.id]);
  assert.equal(once.isSelected(ada.id), true);
  assert.equal(once.isEmpty, false);
  const twice = select(
    (selection) => selection.toggle(ada),
    (selection) => selection.toggle(ada),
  );
  assert.equal(twice.isEmpty, true);
});

test("several records are added to those that are selected, each once", () => {
  const selection = select(
    ({ toggle }) => toggle(ada),
    ({ add }) => add([ada, bo]),
    ({ add }) => add([cy]),
  );
  assert.deepEqual([...selection.records.keys()], [ada.id, bo.id, cy.id]);
});

test("of all records, those that are toggled are left out", () => {
  const selection = select(
    ({ toggle }) => toggle(cy),
    ({ selectAll }) => selectAll(),
    ({ toggle }) => toggle(ada),
  );
  assert.equal(selection.isAll, true);
  assert.equal(selection.isEmpty, false, "all but one is not nothing");
  assert.equal(selection.isSelected(ada.id), false);
  assert.equal(selection.isSelected(bo.id), true, "also a record nobody has seen yet");
  assert.deepEqual([...selection.records.keys()], [ada.id], "what was selected before is forgotten");
});

test("a record that was left out of all is selected again when it is added", () => {
  const selection = select(
    ({ selectAll }) => selectAll(),
    ({ toggle }) => toggle(ada),
    ({ toggle }) => toggle(bo),
    ({ add }) => add([ada]),
  );
  assert.deepEqual([...selection.records.keys()], [bo.id]);
  assert.equal(selection.isSelected(ada.id), true);
});

test("clearing selects nothing, also after all", () => {
  const selection = select(
    ({ selectAll }) => selectAll(),
    ({ clear }) => clear(),
  );
  assert.equal(selection.isEmpty, true);
  assert.equal(selection.isAll, false);
});

test("a selection belongs to its list: with another filter it is empty", () => {
  let list = "stage:new";
  const selection = runHook(
    () => useSelection(list),
    [
      ({ toggle }) => toggle(ada),
      ({ isSelected }) => {
        assert.equal(isSelected(ada.id), true);
        list = "stage:won";
      },
      ({ isEmpty, toggle }) => {
        assert.equal(isEmpty, true);
        toggle(bo);
      },
    ],
  );
  assert.deepEqual([...selection.records.keys()], [bo.id]);
});

const rowsOf = (...ids: string[]) =>
  flatten(
    [{ rowCount: ids.length, rowAt: (at: number) => (ids[at] ? record(ids[at]) : undefined), isWhole: true } as RecordRows],
    undefined,
    new Set(),
  );
type Cursor = ReturnType<typeof useCursor>;

/** The cursor in a table of three columns after some steps, and where it said it went. */
function walk(ids: string[], ...steps: ((cursor: Cursor) => void)[]) {
  const moves: string[] = [];
  const rows = rowsOf(...ids);
  const { cursor } = runHook(() => useCursor(rows, 3, ({ row, column }) => moves.push(`${row},${column}`)), steps);
  return { cursor, moves };
}

test("the cursor begins nowhere, and the first key puts it on the first row", () => {
  assert.equal(walk(["a", "b"]).cursor, undefined);
  assert.deepEqual(
    walk(["a", "b"], ({ step }) => step(1)),
    { cursor: { row: 0, column: 0 }, moves: ["0,0"] },
  );
});

test("the cursor moves by rows and columns and stays in the table", () => {
  const { cursor, moves } = walk(
    ["a", "b"],
    ({ moveTo }) => moveTo(0, 0),
    ({ step }) => step(1, 1),
    ({ step }) => step(10, 10),
    ({ step }) => step(-10, -1),
  );
  assert.deepEqual(moves, ["0,0", "1,1", "1,2", "0,1"]);
  assert.deepEqual(cursor, { row: 0, column: 1 });
});

test("an empty table has no place for the cursor", () => {
  assert.deepEqual(
    walk([], ({ step }) => step(1)),
    { cursor: undefined, moves: [] },
  );
});

test("the cursor stays on its record when rows move, and in its place when the record is gone", () => {
  const at = (next: string[]) => {
    let rows = rowsOf("a", "b", "c");
    const { cursor } = runHook(
      () => useCursor(rows, 3, () => {}),
      [
        ({ moveTo }) => moveTo(1, 2),
        () => {
          rows = rowsOf(...next);
        },
      ],
    );
    return cursor;
  };
  assert.deepEqual(at(["new", "a", "b", "c"]), { row: 2, column: 2 }, "a row came before it");
  assert.deepEqual(at(["a", "c"]), { row: 1, column: 2 }, "it is gone");
  assert.deepEqual(at(["a"]), { row: 0, column: 2 }, "it is gone, and so is its place");
});

test("leaving the table forgets the place", () => {
  const { cursor } = walk(
    ["a", "b"],
    ({ moveTo }) => moveTo(1, 1),
    ({ leave }) => leave(),
  );
  assert.equal(cursor, undefined);
});

test("a row that is no record, or not there yet, has no id", () => {
  assert.equal(idAt(rowsOf("a"), 0), "a");
  assert.equal(idAt(rowsOf("a"), 5), undefined);
});

const exactly = (value: number) => ({ value, is_exact: true });

test("when nothing matches, the condition that keeps most out is named", () => {
  const client = givenAnswers([countQuery("deal", "owner:@me"), exactly(3)], [countQuery("deal", "stage:won"), exactly(12)]);
  const wider = runHook(() => useTooNarrow(deal, "stage:won owner:@me"), [], client);
  assert.deepEqual(wider, { condition: "owner:@me", filter: "stage:won", count: exactly(12) });
});

test("nothing is suggested while a count is missing, when no condition alone is to blame, or when there is only one", () => {
  const some = givenAnswers([countQuery("deal", "owner:@me"), exactly(3)]);
  assert.equal(
    runHook(() => useTooNarrow(deal, "stage:won owner:@me"), [], some),
    undefined,
  );
  const none = givenAnswers([countQuery("deal", "owner:@me"), exactly(0)], [countQuery("deal", "stage:won"), exactly(0)]);
  assert.equal(
    runHook(() => useTooNarrow(deal, "stage:won owner:@me"), [], none),
    undefined,
  );
  assert.equal(
    runHook(() => useTooNarrow(deal, "stage:won")),
    undefined,
  );
  assert.equal(
    runHook(() => useTooNarrow(deal, "stage:(")),
    undefined,
  );
});
