import { EditorState, type Extension, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { highlight } from "@kith/filter/editor";
import colours from "./coloured.module.css";
import classes from "./code-field.module.css";

/** A filter is one line: whatever breaks a pasted text into several becomes a space. */
export const singleLine: Extension = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || transaction.newDoc.lines === 1) return transaction;
  const changes: { from: number; to: number; insert: string }[] = [];
  transaction.changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    changes.push({ from, to, insert: inserted.toString().replaceAll(/\s*\n\s*/g, " ") });
  });
  const written = changes.at(-1);
  return [{ changes, selection: written && { anchor: written.from + written.insert.length }, userEvent: "input.paste" }];
});

/**
 * Typing over selected text. Left to do it, Chrome keeps the look of what it replaces in a style of its own, which the content
 * security policy forbids.
 */
export const replacing: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (event.inputType !== "insertText" || event.isComposing || !event.cancelable || view.state.selection.main.empty) return false;
    view.dispatch(view.state.update(view.state.replaceSelection(event.data ?? ""), { userEvent: "input.type", scrollIntoView: true }));
    event.preventDefault();
    return true;
  },
});

/** The colours of the language's own parser. */
export const coloured: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = colour(view.state.doc.toString());
    }

    update({ docChanged, state }: ViewUpdate): void {
      if (docChanged) this.decorations = colour(state.doc.toString());
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function colour(text: string): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to, kind } of highlight(text)) {
    if (kind !== "plain") builder.add(from, to, Decoration.mark({ class: colours[kind] ?? "" }));
  }
  return builder.finish();
}

export interface Slip {
  from: number;
  to: number;
}

const wavy = Decoration.mark({ class: classes.slip ?? "" });

/** Underlines these stretches; they move along with the text until they are set anew. */
export const setSlips = StateEffect.define<readonly Slip[]>();

export const slips = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setSlips)) return underline(effect.value, transaction.newDoc.length);
    }
    return marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function underline(stretches: readonly Slip[], end: number): DecorationSet {
  const inside = stretches.filter(({ from, to }) => from < to && to <= end);
  return Decoration.set(
    inside.map(({ from, to }) => wavy.range(from, to)),
    true,
  );
}
