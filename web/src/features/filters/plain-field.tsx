import type { KeyboardEvent, Ref } from "react";
import classes from "./code-field.module.css";
import type { FieldProps } from "./field-props.ts";

/** The filter in a field of the browser's own: the same text in the same place, until the editor is loaded. */
export function PlainField({
  ref,
  text,
  label,
  placeholder,
  describedBy,
  isWrong,
  onText,
  onCaret,
  onEnter,
  onEscape,
  onFocus,
  onBlur,
}: FieldProps & { ref: Ref<HTMLInputElement> }) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      // Enter applies the filter. It does not send the form around it, as it would not in the editor either.
      event.preventDefault();
      onEnter();
    } else if (event.key === "Escape") onEscape();
  };
  return (
    <input
      className={classes.plain}
      ref={ref}
      value={text}
      onChange={(event) => {
        onText(event.currentTarget.value);
        // The browser reports the caret later. If the editor takes over before that, the next key must not land at the start.
        onCaret(event.currentTarget.selectionStart ?? event.currentTarget.value.length);
      }}
      onSelect={(event) => onCaret(event.currentTarget.selectionStart ?? 0)}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onBlur={onBlur}
      placeholder={placeholder}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={isWrong || undefined}
      autoComplete="off"
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="search"
    />
  );
}
