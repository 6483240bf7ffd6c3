import { KINDS } from "@kith/filter/kinds";
import { Checkbox, TextInput } from "@mantine/core";
import classes from "./field-inputs.module.css";
import type { FieldDraft } from "./field-draft.ts";
import { KindPicker } from "./kind-picker.tsx";
import { canBeSeveral, canBeUnique, hasDomain, hasOptions, keyFrom, KIND_ICONS } from "./kinds.ts";
import { OptionList } from "./option-list.tsx";
import { type FieldInputsProps, RelationInputs } from "./relation-inputs.tsx";
import { type Field, isRelation } from "./types.ts";

export function FieldInputs(props: FieldInputsProps) {
  const { type, field, draft, errors, onChange } = props;
  const set = (change: Partial<FieldDraft>) => onChange({ ...draft, ...change });
  const taken = type.fields.map((one) => one.key);
  const rename = (label: string) => {
    const isOwnKey = draft.key !== keyFrom(draft.label, taken);
    set({ label, ...(field || isOwnKey ? {} : { key: keyFrom(label, taken) }) });
  };
  return (
    <div className={classes.column}>
      <div className={classes.pair}>
        <TextInput
          label="Name"
          value={draft.label}
          error={errors["label"]}
          maxLength={60}
          autoComplete="off"
          data-autofocus
          onChange={(event) => rename(event.currentTarget.value)}
        />
        <TextInput
          label="Key"
          classNames={{ input: "k-mono" }}
          value={draft.key}
          error={errors["key"]}
          disabled={field !== undefined}
          description={field ? "A key cannot change." : "For filters and the API. It cannot change later."}
          inputWrapperOrder={["label", "input", "error", "description"]}
          maxLength={40}
          autoComplete="off"
          onChange={(event) => set({ key: event.currentTarget.value })}
        />
      </div>
      {field ? <FixedKind kind={field.type} /> : <KindPicker value={draft.kind} onChange={(kind) => set({ kind, isMulti: false })} />}
      {isRelation({ type: draft.kind }) && <RelationInputs {...props} />}
      {hasOptions(draft.kind) && (
        <OptionList kind={draft.kind} options={draft.options} errors={errors} onChange={(options) => set({ options })} />
      )}
      <div className={classes.checks}>
        <Checkbox
          label="Required"
          description="A new record cannot be saved without it."
          checked={draft.isRequired}
          onChange={(event) => set({ isRequired: event.currentTarget.checked })}
        />
        {canBeUnique(draft.kind) && (
          <Checkbox
            label="Unique"
            description={`No two ${type.label_plural.toLowerCase()} have the same value. Imports and the API can find them by it.`}
            checked={draft.isUnique}
            error={errors["is_unique"]}
            onChange={(event) => set({ isUnique: event.currentTarget.checked })}
          />
        )}
        {hasDomain(draft.kind) && (
          <Checkbox
            label="Domain"
            description="Imports and the API find a record by the domain alone: kith.example/en is kith.example."
            checked={draft.isDomain}
            error={errors["is_domain"]}
            onChange={(event) => set({ isDomain: event.currentTarget.checked })}
          />
        )}
        {!field && canBeSeveral(draft.kind) && (
          <Checkbox
            label="Several"
            description="A record can have more than one. This cannot change later."
            checked={draft.isMulti}
            onChange={(event) => set({ isMulti: event.currentTarget.checked })}
          />
        )}
      </div>
    </div>
  );
}

function FixedKind({ kind }: { kind: Field["type"] }) {
  const { label, description } = KINDS[kind];
  const Icon = KIND_ICONS[kind];
  return (
    <div className={classes.kind}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>
        <b className={classes.name}>{label}</b> <span className="k-muted">{description}</span>
      </span>
      <span className="k-tip">A kind cannot change. Add a new field instead, then retire this one.</span>
    </div>
  );
}
