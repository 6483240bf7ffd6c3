import type { Shape } from "@kith/filter/kinds";
import { VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import type { Then } from "../../../ui/picker.tsx";
import { factsOf, type Field } from "../../types/index.ts";
import { FieldEditor, FieldValue, isBlank } from "../../fields/index.ts";
import classes from "./form-field.module.css";

interface FormFieldProps {
  field: Field;
  value: unknown;
  onChange: (value: unknown) => void;
  /** Enter in a field that holds text: the form is done. */
  onEnter?: (value: unknown) => void;
  error?: string | undefined;
  /** Where a dialog puts the cursor. */
  isFirst?: boolean;
  /** The label above: where fields stand side by side. */
  isStacked?: boolean;
}

/** Values of these shapes are typed; all others are chosen. */
const TYPED = new Set<Shape>(["text", "number", "day", "moment"]);

/** A labelled field of a form: what is typed has its box at once, what is chosen opens when it is wanted. */
export function FormField({ field, value, onChange, onEnter, error, isFirst = false, isStacked = false }: FormFieldProps) {
  return (
    <div className={classes.field} data-stacked={isStacked || undefined}>
      <span className={classes.label} aria-hidden>
        {field.label}
      </span>
      {TYPED.has(factsOf(field).shape) ? (
        <FieldEditor
          field={field}
          value={value}
          look="form"
          isFirst={isFirst}
          onSave={(next, then) => {
            onChange(next);
            if (then === "enter") onEnter?.(next);
          }}
          onCancel={() => {}}
        />
      ) : (
        <Chooser field={field} value={value} onChange={onChange} />
      )}
      {error && (
        <span className={classes.error} role="alert">
          {error}
        </span>
      )}
    </div>
  );
}

function Chooser({ field, value, onChange }: Pick<FormFieldProps, "field" | "value" | "onChange">) {
  const [typed, setTyped] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const left = useRef<Then>(undefined);
  const close = (then: Then) => {
    left.current = then;
    setTyped(undefined);
  };
  useLayoutEffect(() => {
    // The button is back in place of the editor; whoever used the keyboard goes on from it.
    if (typed !== undefined || left.current === undefined || !button.current) return;
    goOnFrom(button.current, left.current);
    left.current = undefined;
  }, [typed]);
  const onKeyDown = (event: KeyboardEvent) => {
    const isText = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isText && event.key !== "ArrowDown") return;
    event.preventDefault();
    setTyped(isText ? event.key : "");
  };
  if (typed !== undefined)
    return (
      <FieldEditor
        field={field}
        value={value}
        look="form"
        typed={typed}
        onSave={(next, then) => {
          onChange(next);
          close(then);
        }}
        onCancel={() => close("enter")}
      />
    );
  return (
    <button className={classes.chooser} type="button" onClick={() => setTyped("")} onKeyDown={onKeyDown} ref={button}>
      <VisuallyHidden>{field.label}</VisuallyHidden>
      {isBlank(value) ? <span className="k-faint">Choose</span> : <FieldValue field={field} value={value} isInert />}
    </button>
  );
}

function goOnFrom(button: HTMLElement, then: Then): void {
  if (then === "stay") return;
  const stops = [...(button.closest("form") ?? document).querySelectorAll<HTMLElement>("input, textarea, button:not([tabindex='-1'])")];
  const step = { enter: 0, next: 1, previous: -1 }[then];
  stops[stops.indexOf(button) + step]?.focus();
}
