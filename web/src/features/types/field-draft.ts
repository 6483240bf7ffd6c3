import type { InputOf } from "@kith/server/contract";
import * as types from "@kith/server/features/types/operations";
import { canBeSeveral, canBeUnique, hasDomain, hasOptions, keyFrom, optionKeyFrom } from "./kinds.ts";
import { type Field, type FieldKind, type FieldOption, isRelation, isStage, type RecordType } from "./types.ts";

/** An option while it is edited. A new one gets its key from its label when it is saved; an old one keeps its own. */
export interface OptionDraft extends Omit<FieldOption, "key"> {
  /** Tells rows apart while they are edited. */
  id: string;
  key: string | null;
}

/** A field as the dialog has it, new or not. */
export interface FieldDraft {
  label: string;
  key: string;
  kind: FieldKind;
  isRequired: boolean;
  isUnique: boolean;
  isDomain: boolean;
  isMulti: boolean;
  options: OptionDraft[];
  relatedType: string;
  inverseLabel: string;
}

export const newOption = (kind: FieldKind, label = ""): OptionDraft => ({
  id: crypto.randomUUID(),
  key: null,
  label,
  ...(isStage({ type: kind }) ? { state: "open", probability: 0 } : {}),
});

export function draftOf(field: Field | undefined, inverse: Field | undefined): FieldDraft {
  return {
    label: field?.label ?? "",
    key: field?.key ?? "",
    kind: field?.type ?? "text",
    isRequired: field?.is_required ?? false,
    isUnique: field?.is_unique ?? false,
    isDomain: field?.is_domain ?? false,
    isMulti: field?.is_multi ?? false,
    options: (field?.options ?? []).map((option) => Object.assign({ id: option.key }, option)),
    relatedType: field?.relation?.type ?? "",
    inverseLabel: inverse?.label ?? "",
  };
}

/** A new field that begins with a name and a kind, such as a column of a file. */
export function startOf(type: RecordType, { label, kind }: Pick<FieldDraft, "label" | "kind">): FieldDraft {
  const name = label.slice(0, 60);
  return { ...draftOf(undefined, undefined), label: name, key: keyFrom(name, keysOf(type)), kind };
}

/** What is sent for a new field. */
export function toNewField(type: RecordType, draft: FieldDraft, other: RecordType | undefined): InputOf<"types.addField"> {
  const { label, key, kind } = draft;
  const inverse = draft.inverseLabel.trim();
  return {
    type: type.key,
    key: key.trim(),
    label,
    field_type: kind,
    is_required: draft.isRequired,
    ...matchingOf(kind, draft),
    is_multi: canBeSeveral(kind) && draft.isMulti,
    ...(hasOptions(kind) ? { options: optionsOf(draft) } : {}),
    ...(isRelation({ type: kind })
      ? {
          related_type: draft.relatedType,
          ...(inverse ? { inverse_key: keyFrom(inverse, keysOf(other)) || keyFrom(type.key, keysOf(other)), inverse_label: inverse } : {}),
        }
      : {}),
  };
}

/** What is sent for a field that is there. */
export function toFieldChange(type: RecordType, field: Field, draft: FieldDraft): InputOf<"types.updateField"> {
  return {
    type: type.key,
    field: field.key,
    label: draft.label,
    is_required: draft.isRequired,
    ...matchingOf(field.type, draft),
    ...(hasOptions(field.type) ? { options: optionsOf(draft) } : {}),
    ...(field.relation?.inverse && draft.inverseLabel.trim() ? { inverse_label: draft.inverseLabel.trim() } : {}),
  };
}

const matchingOf = (kind: FieldKind, { isUnique, isDomain }: FieldDraft) => ({
  ...(canBeUnique(kind) ? { is_unique: isUnique } : {}),
  ...(hasDomain(kind) ? { is_domain: isDomain } : {}),
});

/** Options in order with a key each; rows that were left blank are left out. */
function optionsOf({ options, kind }: FieldDraft): FieldOption[] {
  const hasSteps = isStage({ type: kind });
  const taken = options.flatMap((option) => option.key ?? []);
  const kept = options.filter((option) => option.key !== null || option.label.trim() !== "");
  return kept.map(({ key: known, label, color, retired, state, probability }) => {
    const key = known ?? optionKeyFrom(label, taken);
    taken.push(key);
    return { key, label, color, retired, state: hasSteps ? state : undefined, probability: hasSteps ? probability : undefined };
  });
}

const keysOf = (type: RecordType | undefined) => type?.fields.map((field) => field.key) ?? [];

/** What is wrong before anything is sent, by the name of the input. */
export function inputErrors(type: RecordType, draft: FieldDraft, other: RecordType | undefined): Record<string, string> {
  const issues = types.addField.input.safeParse(toNewField(type, draft, other)).error?.issues ?? [];
  const fieldErrors = Object.fromEntries(issues.map((issue) => [String(issue.path[0]), issue.message]).toReversed());
  if (draft.key.trim() === "" && draft.label.trim() !== "") fieldErrors["key"] = "Enter a key in lowercase letters, such as close_date.";
  if (hasOptions(draft.kind) && optionsOf(draft).every((option) => option.retired))
    fieldErrors["options"] = isStage({ type: draft.kind }) ? "Add at least one step." : "Add at least one option.";
  if (isRelation({ type: draft.kind }) && !draft.relatedType) fieldErrors["related_type"] = "Choose the other type.";
  for (const [at, option] of draft.options.entries())
    if (option.key !== null && option.label.trim() === "") fieldErrors[`options/${at}/label`] = "Enter a name.";
  return fieldErrors;
}
