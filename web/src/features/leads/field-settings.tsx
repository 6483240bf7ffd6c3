import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type Field, offered, useType } from "../types/index.ts";
import { askable, type FieldDraft } from "./draft.ts";
import classes from "./form-tab.module.css";

interface FieldSettingsProps {
  field: FieldDraft;
  /** Every question of the form. */
  all: FieldDraft[];
  known: Field | undefined;
  onChange: (part: Partial<FieldDraft>) => void;
}

/** One question: how it is asked, and which field of the lead the answer goes into. */
export function FieldSettings({ field, all, known, onChange }: FieldSettingsProps) {
  const fields = askable(useType("lead"));
  const free = fields.filter(({ key }) => key === field.key || all.every((one) => one.key !== key));
  return (
    <div className={classes.settings}>
      <div className={classes.pair}>
        <TextInput
          label="Question"
          value={field.label}
          placeholder={known?.label ?? ""}
          maxLength={100}
          onChange={(event) => onChange({ label: event.currentTarget.value })}
        />
        <NativeSelect
          label="Written to the lead’s field"
          classNames={{ input: classes.mono ?? "" }}
          value={field.key}
          onChange={(event) => onChange({ key: event.currentTarget.value })}
          data={[...(known ? [] : [field.key]), ...free.map(({ key }) => key)]}
        />
      </div>
      <TextInput
        label="Help"
        placeholder="A line below the field"
        value={field.help}
        maxLength={200}
        onChange={(event) => onChange({ help: event.currentTarget.value })}
      />
      {known?.options && (
        <div className={classes.options}>
          <span>
            Options{" "}
            <Link to="/company/data-model" search={{ type: "lead", field: known.key }}>
              of the field
            </Link>
          </span>
          <ul className={classes.chips}>
            {offered(known).map((option) => (
              <li className={classes.chip} key={option.key}>
                {option.label}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Checkbox label="Required" checked={field.is_required} onChange={(event) => onChange({ is_required: event.currentTarget.checked })} />
    </div>
  );
}
