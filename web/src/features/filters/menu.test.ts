import assert from "node:assert/strict";
import { test } from "node:test";
import { EditorState, type TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { createZone, type Lookup } from "@kith/filter";
import type { CompletionSource } from "@kith/filter/editor";
import { filterSchema } from "@kith/server/features/types/filter-schema";
import { deal } from "../../../test/fixtures.ts";
import { createMenu, isForEnter } from "./menu.ts";

const schema = filterSchema(deal);
const lookup: Lookup = (key) => (key === "deal" ? schema : undefined);
const source: CompletionSource = {
  type: "deal",
  lookup,
  people: [],
  me: "usr_1",
  moment: { now: Date.parse("2026-11-15T12:00:00Z"), zone: createZone("UTC") },
};

/** An editor without a page: its state, and what changes it. */
function givenEditor(from: () => CompletionSource | undefined = () => source) {
  const menu = createMenu(from);
  let state = EditorState.create({ extensions: [menu.field] });
  const view = {
    get state() {
      return state;
    },
    dispatch(spec: TransactionSpec) {
      state = state.update(spec).state;
    },
  } as unknown as EditorView;
  return {
    menu,
    view,
    type: (text: string) =>
      view.dispatch({
        changes: { from: state.doc.length, insert: text },
        selection: { anchor: state.doc.length + text.length },
        userEvent: "input.type",
      }),
    shown: () => state.field(menu.field),
    labels: () => state.field(menu.field)?.options.map(({ insert }) => insert) ?? [],
    text: () => state.doc.toString(),
  };
}

test("the menu opens while somebody types, with what may stand there", () => {
  const { type, labels, shown } = givenEditor();
  assert.equal(shown(), null);
  type("sta");
  assert.ok(labels().some((insert) => insert.startsWith("stage")));
  assert.equal(shown()?.active, 0);
  assert.equal(shown()?.hasMoved, false);
});

test("a choice is written in place of what was typed, and the menu goes on with its values", () => {
  const { menu, view, type, text, labels } = givenEditor();
  type("sta");
  assert.equal(menu.accept(view), true);
  assert.equal(text(), "stage");
  assert.ok(labels().includes("stage:"), `after a field comes what it is compared by: ${labels().join(" ")}`);
});

test("a value ends the choice: the menu closes", () => {
  const { menu, view, type, shown, text } = givenEditor();
  type("stage:pro");
  assert.equal(menu.accept(view), true);
  assert.match(text(), /^stage:proposal\s?$/);
  assert.equal(shown(), null);
});

test("moving goes round the list, and then Enter means the choice", () => {
  const { menu, view, type, shown, labels } = givenEditor();
  type("stage:");
  const count = labels().length;
  assert.ok(count > 1);
  menu.move(-1)(view);
  assert.deepEqual([shown()?.active, shown()?.hasMoved], [count - 1, true]);
  menu.move(1)(view);
  assert.equal(shown()?.active, 0);
});

test("pointing at an option chooses none yet and does not count as moving", () => {
  const { menu, view, type, shown, text } = givenEditor();
  type("stage:");
  menu.point(view, 1);
  assert.deepEqual([shown()?.active, shown()?.hasMoved, text()], [1, false, "stage:"]);
});

test("the menu closes when it is told to, when the caret goes elsewhere, and when the text is replaced", () => {
  const { menu, view, type, shown } = givenEditor();
  type("sta");
  assert.equal(menu.close(view), true);
  assert.equal(shown(), null);
  assert.equal(menu.close(view), false, "a closed menu leaves the key to others");
  type("g");
  assert.ok(shown());
  view.dispatch({ selection: { anchor: 0 } });
  assert.equal(shown(), null);
  view.dispatch({ selection: { anchor: view.state.doc.length } });
  assert.equal(menu.open(view), true);
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: "amount:1" } });
  assert.equal(shown(), null, "a change nobody typed");
});

test("an open menu is not opened again, and without one there is nothing to move or accept", () => {
  const { menu, view, type } = givenEditor();
  assert.equal(menu.move(1)(view), false);
  assert.equal(menu.accept(view), false);
  type("sta");
  assert.equal(menu.open(view), false);
});

test("before the types are known there is nothing to offer", () => {
  const { menu, view, type, shown } = givenEditor(() => undefined);
  type("sta");
  assert.equal(shown(), null);
  assert.equal(menu.open(view), false);
});

test("a selection is not a place to complete at", () => {
  const { menu, view, type, shown } = givenEditor();
  type("sta");
  view.dispatch({ selection: { anchor: 0, head: 3 } });
  assert.equal(shown(), null);
  assert.equal(menu.open(view), false);
});

/** What is typed, whether it is a filter as it stands, and what Enter does with the option that is highlighted. */
const ENTERED: [typed: string, isValid: boolean, takes: boolean][] = [
  ["sta", true, true],
  ["Clos", true, true],
  ["stage", true, false],
  ["age", true, false],
  ["stage:", false, false],
  ["stage:prop", false, true],
  ["stage:proposal", true, false],
  ["is:op", false, true],
  ["owner:@me", true, false],
];

test("Enter takes what is highlighted once a part of it is typed, and applies what is whole", () => {
  for (const [typed, isValid, takes] of ENTERED) {
    const { type, shown, text } = givenEditor();
    type(typed);
    const menu = shown();
    assert.equal(menu !== null && isForEnter(menu, text(), isValid), takes, typed);
  }
});

test("whoever went through the list means the option, also where nothing is typed", () => {
  const { menu, view, type, shown, text } = givenEditor();
  type("stage:");
  menu.move(1)(view);
  const moved = shown();
  assert.ok(moved && isForEnter(moved, text(), false));
});
