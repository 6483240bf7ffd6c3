import { memo } from "react";
import type { EditorProps } from "./editors/editor.ts";
import { kindLooks } from "./kinds.ts";
import { isBlank } from "./record.ts";
import type { ValueLook, ValueProps } from "./values/value-props.ts";

type FieldValueProps = Omit<ValueProps, "look"> & { look?: ValueLook };

/** The value of any field, as every list, board, page and panel shows it. Nothing at all for a blank. */
export const FieldValue = memo(fieldValue);

/** The same for a table, which draws hundreds of them at once and decides itself what is drawn again. */
export function fieldValue({ look = "line", ...props }: FieldValueProps) {
  if (isBlank(props.value)) return null;
  const { cell: Cell } = kindLooks[props.field.type];
  return <Cell look={look} {...props} />;
}

type FieldEditorProps = Omit<EditorProps, "look"> & { look?: EditorProps["look"] };

/** Edits the value of any field: Enter saves, Tab saves and goes on, Escape restores. */
export function FieldEditor({ look = "cell", ...props }: FieldEditorProps) {
  const { editor: Editor } = kindLooks[props.field.type];
  return <Editor look={look} {...props} />;
}
