import { history, historyKeymap, isolateHistory, standardKeymap } from "@codemirror/commands";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap, placeholder } from "@codemirror/view";
import { type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from "react";
import { readNonce } from "../../ui/browser.ts";
import classes from "./code-field.module.css";
import { coloured, replacing, setSlips, singleLine, slips } from "./editor-parts.ts";
import type { EditorProps } from "./field-props.ts";
import { createMenu, isForEnter, type MenuKeys } from "./menu.ts";

/** The filter in the editor: coloured, with completion at the caret and slips underlined. */
export function CodeField({ ref, ...props }: EditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(undefined);
  const latest = useRef<Latest>(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  useLayoutEffect(() => {
    if (!place.current) return;
    const made = createEditor(place.current, latest);
    editor.current = made;
    return () => made.view.destroy();
  }, []);

  const { slips: marks, label, describedBy, isWrong, menuId } = props;
  useEffect(() => editor.current?.view.dispatch({ effects: setSlips.of(marks) }), [marks]);
  useEffect(() => editor.current?.describe({ label, describedBy, isWrong, menuId }), [label, describedBy, isWrong, menuId]);

  useImperativeHandle(ref, () => ({
    focus: () => editor.current?.view.focus(),
    leave: () => editor.current?.view.contentDOM.blur(),
    write: (text) => editor.current && write(editor.current.view, text),
    choose: (option) => editor.current?.menu.choose(editor.current.view, option),
    point: (active) => editor.current?.menu.point(editor.current.view, active),
    leftOf: (position) => editor.current?.view.coordsAtPos(position)?.left ?? 0,
  }));
  return <div className={classes.place} ref={place} />;
}

type Latest = Omit<EditorProps, "ref">;

interface Description {
  label: string;
  describedBy: string | undefined;
  isWrong: boolean;
  menuId: string;
}

interface Editor {
  view: EditorView;
  menu: MenuKeys;
  describe: (description: Description) => void;
}

function createEditor(parent: HTMLElement, latest: RefObject<Latest>): Editor {
  const { text, placeholder: hint } = latest.current;
  const { hasFocus, caret } = latest.current.start.current;
  const menu = createMenu(() => latest.current.language?.source());
  const description = new Compartment();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      selection: { anchor: Math.min(caret, text.length) },
      extensions: [
        EditorView.cspNonce.of(readNonce()),
        singleLine,
        replacing,
        history(),
        menu.field,
        keysOf(menu, latest),
        coloured,
        slips,
        placeholder(hint),
        description.of(attributes(latest.current, menu)),
        EditorView.updateListener.of(({ docChanged, selectionSet, startState, state }) => {
          if (docChanged) latest.current.onText(state.doc.toString());
          if (docChanged || selectionSet) latest.current.onCaret(state.selection.main.head);
          if (startState.field(menu.field) !== state.field(menu.field)) latest.current.onMenu(state.field(menu.field));
        }),
        EditorView.domEventHandlers({
          focus(_event, editor) {
            latest.current.onFocus();
            // Where there is nothing yet, what there could be is the help one needs.
            if (editor.state.doc.length === 0) menu.open(editor);
          },
          blur(_event, editor) {
            menu.close(editor);
            latest.current.onBlur();
          },
        }),
      ],
    }),
  });
  if (hasFocus) view.focus();
  return { view, menu, describe: (next) => view.dispatch({ effects: description.reconfigure(attributes(next, menu)) }) };
}

function keysOf(menu: MenuKeys, latest: RefObject<Latest>): Extension {
  const run = (does: () => unknown) => () => {
    does();
    return true;
  };
  return keymap.of([
    { key: "ArrowDown", run: (view) => menu.move(1)(view) || menu.open(view) },
    { key: "ArrowUp", run: menu.move(-1) },
    { key: "Ctrl-Space", run: menu.open },
    // Without anything to accept Tab applies what was typed, and leaves with the next press: whoever types on would else type into the
    // page, where letters are commands.
    { key: "Tab", run: (view) => menu.accept(view) || latest.current.onFix() || latest.current.onTab(view.state.doc.toString()) },
    {
      key: "Enter",
      run: (view) => {
        const shown = view.state.field(menu.field);
        const text = view.state.doc.toString();
        const isValid = latest.current.language?.check(text).ok ?? true;
        if (shown && isForEnter(shown, text, isValid) && menu.accept(view)) return true;
        menu.close(view);
        latest.current.onEnter();
        return true;
      },
    },
    { key: "Escape", run: (view) => menu.close(view) || run(latest.current.onEscape)() },
    ...historyKeymap,
    ...standardKeymap,
  ]);
}

/** What a reader hears of the field: its name, what is wrong, and which line of the menu is the active one. */
function attributes({ label, describedBy, isWrong, menuId }: Description, menu: MenuKeys): Extension {
  return EditorView.contentAttributes.of(({ state }) => {
    const shown = state.field(menu.field);
    const attributes: Record<string, string> = {
      "aria-label": label,
      "aria-multiline": "false",
      "aria-autocomplete": "list",
      "aria-haspopup": "listbox",
      autocapitalize: "off",
      autocorrect: "off",
      spellcheck: "false",
      // It can have the focus without; this is for those who look for what can.
      tabindex: "0",
      enterkeyhint: "search",
    };
    if (describedBy) attributes["aria-describedby"] = describedBy;
    if (isWrong) attributes["aria-invalid"] = "true";
    if (shown) attributes["aria-controls"] = menuId;
    if (shown?.options[shown.active]) attributes["aria-activedescendant"] = `${menuId}-${shown.active}`;
    return attributes;
  });
}

/** Only what differs is replaced, so that the caret stays where it was in the rest. */
function write(view: EditorView, text: string): void {
  const before = view.state.doc.toString();
  if (before === text) return;
  let from = 0;
  while (from < Math.min(before.length, text.length) && before[from] === text[from]) from++;
  let kept = 0;
  const most = Math.min(before.length, text.length) - from;
  while (kept < most && before.at(-1 - kept) === text.at(-1 - kept)) kept++;
  const changes = { from, to: before.length - kept, insert: text.slice(from, text.length - kept) };
  view.dispatch({ changes, annotations: isolateHistory.of("full") });
}
