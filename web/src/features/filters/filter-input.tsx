import type { FilterError } from "@kith/filter";
import { lazy, type ReactNode, type Ref, Suspense, useEffect, useId, useImperativeHandle, useRef, useState } from "react";
import { whenIdle } from "../../ui/browser.ts";
import { CompletionPopup } from "./completion-popup.tsx";
import { ErrorLine } from "./error-line.tsx";
import type { EditorHandle, FieldProps, FieldStart } from "./field-props.ts";
import classes from "./filter-input.module.css";
import type { FilterLanguage } from "./language.ts";
import type { Menu } from "./menu.ts";
import { PlainField } from "./plain-field.tsx";
import { useDraft } from "./use-draft.ts";

// CodeMirror is bigger than the page it stands on: the page does not wait for it.
// The list comes first; until the editor is there, the plain field takes what is typed.
const CodeField = lazy(async () => {
  await whenIdle();
  return { default: (await import("./code-field.tsx")).CodeField };
});

export interface FilterInputHandle {
  focus: () => void;
  /** Applies what was typed, as far as it works. */
  apply: () => void;
}

interface FilterInputProps {
  language: FilterLanguage | undefined;
  label: string;
  placeholder?: string;
  value: string;
  /** A filter that works: by Enter, or because somebody went on to something else. */
  onApply: (filter: string, by: "enter" | "leaving") => void;
  onEscape?: (() => void) | undefined;
  onDraft?: ((text: string) => void) | undefined;
  /** What the service says is wrong with `value`. */
  refusals?: readonly FilterError[];
  /** It was opened by a click or a key, and takes the next ones. */
  hasFocus?: boolean;
  look?: "bar" | "chip";
  /** What stands before and behind the text. */
  before?: ReactNode;
  children?: ReactNode;
  ref?: Ref<FilterInputHandle>;
}

const NOTHING: readonly FilterError[] = [];

/** One filter to write: text, completion at the caret, and what is wrong with it. */
export function FilterInput(props: FilterInputProps) {
  const {
    language,
    label,
    placeholder = "",
    value,
    onApply,
    onEscape,
    onDraft,
    refusals = NOTHING,
    hasFocus = false,
    look = "bar",
    before,
    children,
    ref,
  } = props;
  const draft = useDraft(value, language, refusals);
  const [menu, setMenu] = useState<Menu | null>(null);
  const editor = useRef<EditorHandle>(null);
  const plain = useRef<HTMLInputElement>(null);
  const start = useRef<FieldStart>({ hasFocus, caret: value.length });
  const given = useRef(value);
  const heldTab = useRef("");
  const id = useId();

  const setText = (text: string) => {
    draft.setText(text);
    onDraft?.(text);
  };
  const write = (text: string) => (editor.current ? editor.current.write(text) : setText(text));
  const apply = (by: "enter" | "leaving") => {
    const filter = draft.take();
    if (filter === undefined || (by === "leaving" && filter === given.current)) return false;
    given.current = filter;
    onApply(filter, by);
    return true;
  };
  const applyFix = () => {
    if (!draft.fix) return false;
    const { from, to, insert } = draft.fix;
    write(draft.text.slice(0, from) + insert + draft.text.slice(to));
    return true;
  };
  /** The first Tab after something was typed applies it and stays; the next one leaves. */
  const applyOnTab = (text: string) => {
    if (text.trim() === given.current || text === heldTab.current) return false;
    heldTab.current = text;
    apply("enter");
    return true;
  };

  // Another filter came from outside: a view, a link, going back. What was applied here comes back as it went.
  useEffect(() => {
    if (value === given.current) return;
    given.current = value;
    write(value);
  });
  useImperativeHandle(ref, () => ({ focus: () => (editor.current ?? plain.current)?.focus(), apply: () => apply("leaving") }));

  const [error] = draft.errors;
  const field: FieldProps = {
    text: draft.text,
    label,
    placeholder,
    describedBy: error && `${id}-error`,
    isWrong: error !== undefined,
    onText: setText,
    onCaret(position) {
      start.current.caret = position;
      draft.setCaret(position);
    },
    onEnter() {
      // On a touch screen the keyboard covers what was just asked for.
      if (apply("enter") && window.matchMedia("(hover: none)").matches) editor.current?.leave();
    },
    onEscape() {
      write(value);
      onEscape?.();
      editor.current?.leave();
    },
    onFocus() {
      start.current.hasFocus = true;
      draft.setFocused(true);
    },
    onBlur() {
      start.current.hasFocus = false;
      draft.setFocused(false);
      apply("leaving");
    },
  };
  return (
    <div className={classes.box} data-look={look}>
      {before}
      <Suspense fallback={<PlainField {...field} ref={plain} />}>
        <CodeField
          {...field}
          language={language}
          slips={draft.slips}
          menuId={`${id}-menu`}
          start={start}
          onMenu={setMenu}
          onFix={applyFix}
          onTab={applyOnTab}
          ref={editor}
        />
      </Suspense>
      {children}
      {(error || menu) && (
        <div className={classes.floats}>
          {error && (
            <ErrorLine
              id={`${id}-error`}
              error={error}
              fix={draft.fix}
              hasTab={!menu}
              isApplied={refusals.includes(error)}
              onFix={applyFix}
            />
          )}
          {menu && <CompletionPopup id={`${id}-menu`} menu={menu} editor={editor} />}
        </div>
      )}
    </div>
  );
}
