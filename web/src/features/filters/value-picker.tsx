import { type FieldSchema, type Op, type Path, print, type Value } from "@kith/filter";
import { isTime, KINDS } from "@kith/filter/kinds";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { choicesFor, type Compare, dateWords, operatorText } from "./condition-words.ts";
import type { FilterLanguage } from "./language.ts";
import { Choices } from "./value-choices.tsx";
import classes from "./value-picker.module.css";

interface ValuePickerProps {
  language: FilterLanguage;
  node: Compare;
  fields: FieldSchema[];
  /** The condition as it is being changed. */
  onChange: (condition: string) => void;
  /** The condition as it was changed; none at all when nothing is chosen any more. It closes. */
  onApply: (condition: string) => void;
  onCancel: () => void;
  onText: () => void;
}

/** Changes one condition without its text: how it compares, and with what. */
export function ValuePicker({ language, node, fields, onChange, onApply, onCancel, onText }: ValuePickerProps) {
  const field = fields.at(-1);
  const [op, setOp] = useState<Op>(node.op);
  const [values, setValues] = useState(() => node.values.map((value) => writtenValue(value, isFree(field))));
  if (!field) return null;
  const isPresence = op === "set" || op === "unset";
  const isDay = isTime(KINDS[field.type]);
  const choices = isPresence || op === "contains" || op === "starts_with" ? [] : choicesFor(field, language.source(), node.path);
  const text = conditionText(node, op, values, isFree(field));
  const checked = text === "" ? undefined : language.check(text);
  const slip = checked?.ok === false ? checked.errors[0] : undefined;
  const apply = () => slip === undefined && onApply(text);
  // What is chosen counts at once: a click elsewhere loses nothing.
  const show = (changed: string) => changed !== "" && language.check(changed).ok && onChange(changed);
  const choose = (chosen: string[]) => {
    setValues(chosen);
    show(conditionText(node, op, chosen, isFree(field)));
  };
  const compare = (next: Op) => {
    setOp(next);
    show(conditionText(node, next, values, isFree(field)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onCancel();
    else if (event.key === "Enter" && !(event.target instanceof HTMLButtonElement)) apply();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter and Escape for all that is inside
    <div className={classes.picker} onKeyDown={onKeyDown}>
      <NativeSelect
        label={fields.map(({ label }) => label).join(" · ")}
        size="sm"
        value={op}
        onChange={(event) => compare(event.currentTarget.value as Op)}
        data={KINDS[field.type].operators.map((one) => ({ value: one, label: operatorText(one, field) }))}
      />
      {choices.length > 0 && (
        <Choices
          label={field.label}
          choices={choices.map((one) => ({
            key: one.insert,
            label: isDay ? dateWords(one.text) : one.meaning,
            side: isDay ? one.meaning : "",
          }))}
          chosen={values}
          isMulti={!isDay && KINDS[field.type].shape !== "boolean" && (op === "eq" || op === "ne")}
          onChoose={choose}
        />
      )}
      {!isPresence && (choices.length === 0 || isDay) && (
        <TextInput
          aria-label={`Value of ${field.label}`}
          size="sm"
          value={values.join(",")}
          placeholder={isDay ? "2026-11-20, +30d, today..+7d" : ""}
          onChange={(event) => setValues([event.currentTarget.value])}
          onBlur={() => show(text)}
          error={slip?.message}
          data-autofocus
        />
      )}
      <div className={classes.foot}>
        <Button variant="subtle" size="sm" onClick={onText}>
          Edit as text
        </Button>
        <Button variant="filled" size="sm" onClick={apply} disabled={slip !== undefined}>
          Done
        </Button>
      </div>
    </div>
  );
}

/** Text that is typed as it is meant. Everything else is typed as in a filter: a range, a list. */
const isFree = (field: FieldSchema | undefined) => field !== undefined && ["text", "record"].includes(KINDS[field.type].shape);

const ANY: Path = ["x"];
const eq = (value: Value) => print({ kind: "compare", path: ANY, op: "eq", values: [value] }).slice("x:".length);

const writtenValue = (value: Value, isRaw: boolean) => (isRaw && value.kind === "value" ? value.text : eq(value));

/** The condition as text. */
function conditionText({ path }: Compare, op: Op, values: string[], isRaw: boolean): string {
  const printed = (of: Value[]) => print({ kind: "compare", path, op, values: of });
  if (op === "set" || op === "unset") return printed([]);
  const written = values.map((value) => value.trim()).filter(Boolean);
  if (written.length === 0) return "";
  if (isRaw) return printed(written.map((text) => ({ kind: "value", text })));
  return printed([{ kind: "value", text: "x" }]).replace(/x$/, () => written.join(","));
}
