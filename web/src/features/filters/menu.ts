import { type EditorState, StateEffect, StateField, type Transaction } from "@codemirror/state";
import { type Command, EditorView } from "@codemirror/view";
import { fold } from "@kith/filter";
import { completeAt, type Completion, type CompletionOption, type CompletionSource, isName } from "@kith/filter/editor";

/** The list at the caret: what may stand there, and which of it Tab would take. */
export interface Menu extends Completion {
  active: number;
  /** Somebody went through the list: then Enter means the choice, and not the whole filter. */
  hasMoved: boolean;
}

/**
 * Whether Enter takes the highlighted option instead of applying the filter. It does for the beginning of a name, and for a value that is
 * not one yet. A whole name is left as it is, and so is a word that only occurs inside a name: that is a search.
 */
export function isForEnter({ options, active, hasMoved, from, to }: Menu, text: string, isValid: boolean): boolean {
  const option = options[active];
  const typed = fold(text.slice(from, to).replace(/^"/, ""));
  if (!option || hasMoved) return option !== undefined;
  if (typed === "" || option.kind === "operator" || fold(option.insert) === typed) return false;
  return isName(option) ? [option.text, option.meaning].some((name) => fold(name).startsWith(typed)) : !isValid;
}

const change = StateEffect.define<"open" | "close" | { active: number; hasMoved?: boolean }>();

export interface MenuKeys {
  field: StateField<Menu | null>;
  open: Command;
  close: Command;
  accept: Command;
  move: (step: 1 | -1) => Command;
  point: (view: EditorView, active: number) => void;
  choose: (view: EditorView, option: CompletionOption) => void;
}

/**
 * The menu lives in the editor's own state, so a key that comes right after another one finds it up to date. It opens while
 * somebody types, and closes when the caret goes elsewhere.
 */
export function createMenu(source: () => CompletionSource | undefined): MenuKeys {
  const field = StateField.define<Menu | null>({ create: () => null, update });

  function update(menu: Menu | null, transaction: Transaction): Menu | null {
    for (const { value } of transaction.effects.filter((effect) => effect.is(change))) {
      if (value === "open") return read(transaction.state);
      return value === "close" || !menu ? null : { ...menu, ...value };
    }
    if (transaction.docChanged)
      return transaction.isUserEvent("input") || transaction.isUserEvent("delete") ? read(transaction.state) : null;
    return transaction.newSelection.eq(transaction.startState.selection) ? menu : null;
  }

  function read(state: EditorState): Menu | null {
    const from = source();
    const { main } = state.selection;
    const completion = from && main.empty ? completeAt(state.doc.toString(), main.head, from) : undefined;
    return completion ? { ...completion, active: 0, hasMoved: false } : null;
  }

  const menuOf = (view: EditorView) => view.state.field(field);

  function choose(view: EditorView, { insert, goesOn }: CompletionOption): void {
    const menu = menuOf(view);
    if (!menu) return;
    view.dispatch({
      changes: { from: menu.from, to: menu.to, insert },
      selection: { anchor: menu.from + insert.length },
      effects: change.of(goesOn ? "open" : "close"),
      userEvent: "input.complete",
      scrollIntoView: true,
    });
  }

  return {
    field,
    choose,
    open(view) {
      if (menuOf(view)) return false;
      view.dispatch({ effects: change.of("open") });
      return menuOf(view) !== null;
    },
    close(view) {
      if (!menuOf(view)) return false;
      view.dispatch({ effects: change.of("close") });
      return true;
    },
    accept(view) {
      const menu = menuOf(view);
      const option = menu?.options[menu.active];
      if (option) choose(view, option);
      return option !== undefined;
    },
    move: (step) => (view) => {
      const menu = menuOf(view);
      if (!menu || menu.options.length === 0) return false;
      const active = (menu.active + step + menu.options.length) % menu.options.length;
      view.dispatch({ effects: change.of({ active, hasMoved: true }) });
      return true;
    },
    point(view, active) {
      if (menuOf(view)?.active !== active) view.dispatch({ effects: change.of({ active }) });
    },
  };
}
