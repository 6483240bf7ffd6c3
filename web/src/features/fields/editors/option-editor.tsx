import { useState } from "react";
import { Picker, type PickerItem } from "../../../ui/picker.tsx";
import { type FieldOption, isStage, offered, optionOf, StageRing } from "../../types/index.ts";
import { isBlank, listOf } from "../record.ts";
import { type EditorProps, found } from "./editor.ts";
import classes from "./field-editor.module.css";

const CLEAR = "";

/** One option of a select or a stage, by typing a part of it. */
export function OptionEditor({ field, value, onSave, onCancel, typed, look }: EditorProps) {
  const [query, setQuery] = useState(typed ?? "");
  const items = found(itemsOf(field), query);
  const clear =
    !field.is_required && !isBlank(value) && query === ""
      ? [{ key: CLEAR, text: "Clear", content: <span className="k-faint">Clear</span> }]
      : [];
  return (
    <Picker
      label={field.label}
      items={[...items, ...clear]}
      query={query}
      onQuery={setQuery}
      chosen={new Set(isBlank(value) ? [] : [String(value)])}
      onChoose={(item, then) => onSave(item.key === CLEAR ? null : item.key, then)}
      onLeave={(then) => onSave(value, then)}
      onCancel={onCancel}
      placeholder={optionOf(field, value)?.label ?? ""}
      note={items.length === 0 ? `${field.label} has no “${query}”.` : undefined}
      className={look === "cell" ? classes.cell : classes.form}
    />
  );
}

/** Several options: each choice is a toggle, leaving saves. */
export function OptionsEditor({ field, value, onSave, onCancel, typed, look }: EditorProps) {
  const [query, setQuery] = useState(typed ?? "");
  const [chosen, setChosen] = useState(() => listOf(value).map(String));
  const items = found(itemsOf(field), query);
  return (
    <Picker
      label={field.label}
      items={items}
      query={query}
      onQuery={setQuery}
      chosen={new Set(chosen)}
      isMulti
      onChoose={({ key }) => {
        setChosen(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]);
        setQuery("");
      }}
      onLeave={(then) => onSave(chosen, then)}
      onCancel={onCancel}
      onBackspace={() => setChosen(chosen.slice(0, -1))}
      placeholder={chosen.map((key) => optionOf(field, key)?.label ?? key).join(", ")}
      note={items.length === 0 ? `${field.label} has no “${query}”.` : undefined}
      className={look === "cell" ? classes.cell : classes.form}
    />
  );
}

const answers: PickerItem[] = [
  { key: "true", text: "Yes", content: "Yes" },
  { key: "false", text: "No", content: "No" },
];

export function BooleanEditor({ field, value, onSave, onCancel, typed, look }: EditorProps) {
  const [query, setQuery] = useState(typed ?? "");
  return (
    <Picker
      label={field.label}
      items={found(answers, query)}
      query={query}
      onQuery={setQuery}
      chosen={new Set([String(value === true)])}
      onChoose={(item, then) => onSave(item.key === "true", then)}
      onLeave={(then) => onSave(value, then)}
      onCancel={onCancel}
      placeholder={value === true ? "Yes" : "No"}
      className={look === "cell" ? classes.cell : classes.form}
    />
  );
}

const itemsOf = (field: EditorProps["field"]): PickerItem[] =>
  offered(field).map((option: FieldOption) => ({
    key: option.key,
    text: option.label,
    content: (
      <>
        {isStage(field) && <StageRing field={field} option={option} />}
        {option.label}
      </>
    ),
    side: isStage(field) && option.state === "open" ? `${option.probability ?? 0} %` : undefined,
  }));
