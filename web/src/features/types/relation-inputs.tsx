import { NativeSelect, TextInput } from "@mantine/core";
import classes from "./field-inputs.module.css";
import type { FieldDraft } from "./field-draft.ts";
import { type Field, manyOf, oneOf, type RecordType, type TypeList } from "./types.ts";

export interface FieldInputsProps {
  type: RecordType;
  all: TypeList["items"];
  field: Field | undefined;
  draft: FieldDraft;
  errors: Record<string, string>;
  onChange: (draft: FieldDraft) => void;
}

/** The other type, and what the relation is called when seen from there. */
export function RelationInputs({ type, all, field, draft, errors, onChange }: FieldInputsProps) {
  const other = all.find((one) => one.key === draft.relatedType);
  const set = (change: Partial<FieldDraft>) => onChange({ ...draft, ...change });
  const choose = (key: string) => {
    const isOwnName = draft.inverseLabel !== "" && draft.inverseLabel !== type.label_plural;
    set({ relatedType: key, ...(isOwnName ? {} : { inverseLabel: type.label_plural }) });
  };
  const isOneSided = field !== undefined && !field.relation?.inverse;
  return (
    <div className={classes.pair}>
      <NativeSelect
        label="Links to"
        value={draft.relatedType}
        disabled={field !== undefined}
        error={errors["related_type"]}
        data={[{ value: "", label: "Choose a type" }, ...all.map((one) => ({ value: one.key, label: one.label_plural }))]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <TextInput
        label={other ? `Its name on ${oneOf(other)} pages` : "Its name on the other side"}
        value={draft.inverseLabel}
        error={errors["inverse_label"] ?? errors["inverse_key"]}
        disabled={isOneSided}
        description={isOneSided ? "It is not shown from the other side." : `There it lists the ${manyOf(type)} that link to it.`}
        inputWrapperOrder={["label", "input", "error", "description"]}
        maxLength={60}
        onChange={(event) => set({ inverseLabel: event.currentTarget.value })}
      />
    </div>
  );
}
