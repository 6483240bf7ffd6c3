import { type KeyboardEvent, useId, useRef, useState } from "react";
import type { Then } from "../../../ui/picker.tsx";
import { factsOf } from "../../types/index.ts";
import { isFigure } from "../money-text.ts";
import { FieldError } from "./field-error.tsx";
import classes from "./field-editor.module.css";
import { type EditorProps, start } from "./editor.ts";
import { readText, textOf } from "./read-text.ts";

/** Everything that is typed: texts, numbers, amounts, addresses. */
export function TextEditor({ field, value, onSave, onCancel, typed, look, isFirst = false }: EditorProps) {
  const { shape, format, isLong } = factsOf(field);
  const [text, setText] = useState(() => typed ?? textOf(field, value));
  const [fieldError, setFieldError] = useState<string>();
  const errorId = useId();
  const isDone = useRef(false);

  const save = (then: Then) => {
    if (isDone.current) return;
    const read = readText(field, text);
    if ("fieldError" in read) return setFieldError(read.fieldError);
    // A field of a form stays open after it was saved; a cell is gone by then, and its last blur must not save again.
    isDone.current = look === "cell";
    onSave(read.value, then);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) save("enter");
    else if (event.key === "Tab" && look === "cell") save(event.shiftKey ? "previous" : "next");
    else if (event.key === "Escape" && look === "cell") {
      isDone.current = true;
      onCancel();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const props = {
    className: look === "cell" ? classes.cell : classes.form,
    value: text,
    onChange: (event: { currentTarget: { value: string } }) => {
      setText(event.currentTarget.value);
      setFieldError(undefined);
    },
    onKeyDown,
    onBlur: () => save("stay"),
    "aria-label": field.label,
    "aria-invalid": fieldError !== undefined,
    "aria-describedby": fieldError === undefined ? undefined : errorId,
    autoComplete: "off",
    "data-autofocus": isFirst || undefined,
    "data-figure": isFigure(field) || undefined,
    placeholder: look === "form" && field.is_multi ? "Separate several with commas" : undefined,
  };
  return (
    <FieldError id={errorId} text={fieldError} look={look}>
      {isLong ? (
        <textarea {...props} rows={look === "form" ? 3 : 4} data-long ref={look === "cell" ? (node) => start(node, typed) : undefined} />
      ) : (
        <input
          {...props}
          inputMode={format ? KEYBOARDS[format] : shape === "number" ? "decimal" : undefined}
          ref={look === "cell" ? (node) => start(node, typed) : undefined}
        />
      )}
    </FieldError>
  );
}

/** What a phone shows to type such a text with. */
const KEYBOARDS = { email: "email", phone: "tel", url: "url" } as const;
