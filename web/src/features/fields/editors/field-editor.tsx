import type { ComponentType } from "react";
import type { FieldKind } from "../../types/index.ts";
import { DateEditor, DatetimeEditor } from "./date-editor.tsx";
import type { EditorProps } from "./editor.ts";
import { BooleanEditor, OptionEditor, OptionsEditor } from "./option-editor.tsx";
import { PersonEditor } from "./person-editor.tsx";
import { RelationEditor } from "./relation-editor.tsx";
import { TextEditor } from "./text-editor.tsx";

const editors: Record<FieldKind, ComponentType<EditorProps>> = {
  text: TextEditor,
  long_text: TextEditor,
  number: TextEditor,
  money: TextEditor,
  rating: TextEditor,
  url: TextEditor,
  email: TextEditor,
  phone: TextEditor,
  boolean: BooleanEditor,
  date: DateEditor,
  datetime: DatetimeEditor,
  select: OptionEditor,
  stage: OptionEditor,
  multi_select: OptionsEditor,
  user: PersonEditor,
  relation: RelationEditor,
};

/** Edits the value of any field: Enter saves, Tab saves and goes on, Escape restores. */
export function FieldEditor({ look = "cell", ...props }: Omit<EditorProps, "look"> & { look?: EditorProps["look"] }) {
  const Editor = editors[props.field.type];
  return <Editor look={look} {...props} />;
}
